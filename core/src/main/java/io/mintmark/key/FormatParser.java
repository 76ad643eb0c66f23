package io.mintmark.key;

import io.mintmark.error.Message;
import io.mintmark.internal.key.FormatFault;
import io.mintmark.internal.text.Alphabet;
import io.mintmark.internal.text.Arguments;
import io.mintmark.internal.text.CheckDigit;
import io.mintmark.internal.text.IdPrefix;
import io.mintmark.internal.text.NearMiss;
import io.mintmark.key.Field.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Parses a format. Every fault that it finds in a field contains the column of the fault, counted
 * from 1. If each field is valid, checks the fields together. Refuses a format with a field twice,
 * or whose keys would repeat or be too long, whose numbers do not fit into the 62 bits of a
 * position, or whose check digit cannot detect errors in all fields before it.
 */
final class FormatParser {

  /** Constant text, a field in braces, or a character that must not be there. */
  private static final Pattern TOKEN =
      Pattern.compile("((?:[!-z|~]|\\{\\{|}})++)|\\{([^}]*)}|.", Pattern.DOTALL);

  /** The kinds of fields in braces. */
  private static final List<String> KINDS = Arrays.stream(Kind.values())
      .filter(kind -> kind != Kind.TEXT)
      .map(Kind::text)
      .toList();

  private static final Map<String, String> BASES = new TreeMap<>(
      Map.of("decimal", Alphabet.DECIMAL, "base36", Alphabet.BASE_36, "base62", Alphabet.BASE_62));

  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,31}");
  private static final Pattern WIDTH = Pattern.compile("[1-9][0-9]?");
  private static final int MAX_NUMBER_WIDTH = 9;
  private static final int MAX_SEQ_WIDTH = 18;
  private static final int MAX_VAR_WIDTH = 32;

  /** The time 2100-01-01, in milliseconds. A format whose positions end earlier is refused. */
  private static final long CENTURY_END_MS = 4_102_444_800_000L;

  private final String text;
  private final List<Field> fields = new ArrayList<>();
  private final Set<FormatFault> faults;
  private int keyLength;

  private FormatParser(String text, Set<FormatFault> faults) {
    this.text = Objects.requireNonNull(text, "text");
    this.faults = faults;
  }

  /**
   * Parses and checks a format.
   *
   * @param faults collects faults
   * @return the format; it must not be used if there are faults
   */
  static KeyFormat parse(String text, Set<FormatFault> faults) {
    FormatParser parser = new FormatParser(text, faults);
    parser.readFields();
    KeyFormat format = new KeyFormat(text, parser.fields);
    if (faults.isEmpty()) {
      parser.checkFields(format);
      parser.checkCounting(format);
      format.field(Kind.CHECK).ifPresent(parser::checkCovered);
    }
    return format;
  }

  private void readFields() {
    if (text.isEmpty() || text.length() > KeyFormat.MAX_FORMAT_LENGTH) {
      fault(
          0,
          "the format does not have 1 to {} characters: length={}",
          KeyFormat.MAX_FORMAT_LENGTH,
          text.length());
      return;
    }
    Matcher token = TOKEN.matcher(text);
    while (token.find()) {
      int column = token.start() + 1;
      String constant = token.group(1);
      String field = token.group(2);
      char first = token.group().charAt(0);
      if (constant != null) {
        String shown = constant.replace("{{", "{").replace("}}", "}");
        add(column, Kind.TEXT, "", shown.length(), shown);
      } else if (field != null) {
        field(column, field);
      } else if (first == '{') {
        fault(column, "missing closing brace; for a brace itself write {{");
        return;
      } else if (first == '}') {
        fault(column, "missing opening brace; for a brace itself write }}");
      } else {
        fault(
            column,
            "the format's text is not printable ASCII without spaces: character={}",
            Alphabet.show(first));
      }
    }
  }

  private void add(int column, Kind kind, String name, int width, String alphabet) {
    fields.add(new Field(kind, name, column, keyLength, width, alphabet));
    keyLength += width;
  }

  private void field(int column, String inBraces) {
    try {
      add(column, List.of(inBraces.split(":", -1)));
    } catch (IllegalArgumentException e) {
      faults.add(new FormatFault(column, String.valueOf(e.getMessage())));
    }
  }

  private void add(int column, List<String> parts) {
    String kind = parts.get(0);
    switch (kind) {
      case "time" -> {
        TimePattern time = TimePattern.parse(part(parts, 1, "{time:PATTERN}"));
        add(column, Kind.TIME, time.text(), time.width(), Alphabet.DECIMAL);
      }
      case "db", "table", "worker", "version" -> {
        int width = width(part(parts, 1, "{" + kind + ":WIDTH}"), MAX_NUMBER_WIDTH);
        add(column, Kind.valueOf(kind.toUpperCase(Locale.ROOT)), "", width, Alphabet.DECIMAL);
      }
      case "seq" -> {
        int width = width(part(parts, 2, "{seq:WIDTH} or {seq:WIDTH:BASE}"), MAX_SEQ_WIDTH);
        String base = parts.size() == 3 ? parts.get(2) : "decimal";
        add(column, Kind.SEQ, "", width, known(BASES, base, "base"));
      }
      case "var" -> {
        String name = part(parts, 2, "{var:NAME:WIDTH}");
        Arguments.check(
            NAME.matcher(name).matches(),
            "the variable's name is not a letter and up to 31 letters, digits, _ or -: name='{}'",
            name);
        int width = width(parts.size() == 3 ? parts.get(2) : "", MAX_VAR_WIDTH);
        add(column, Kind.VAR, name, width, Alphabet.BASE_62);
      }
      case "check" -> {
        String name = part(parts, 1, "{check:NAME}");
        CheckDigit check = known(CheckDigit.all(), name, "check digit");
        fields.replaceAll(field -> field.coveredBy(check));
        add(column, Kind.CHECK, name, check.length(), check.alphabet() + "X*");
      }
      default ->
        throw new IllegalArgumentException("a field is one of " + String.join(", ", KINDS)
            + ": field='" + kind + "'"
            + NearMiss.suggestion(kind, KINDS));
    }
  }

  /** Returns the first part after the kind, if there are one to {@code most} such parts. */
  private static String part(List<String> parts, int most, String form) {
    Arguments.check(
        parts.size() > 1 && parts.size() - 1 <= most,
        "the field is not written {}: field='{{}}'",
        form,
        String.join(":", parts));
    return parts.get(1);
  }

  private static int width(String text, int most) {
    Arguments.check(
        WIDTH.matcher(text).matches() && Integer.parseInt(text) <= most,
        "the width is not 1 to {} characters: width='{}'",
        most,
        text);
    return Integer.parseInt(text);
  }

  private static <T> T known(Map<String, T> all, String name, String what) {
    return Optional.ofNullable(all.get(name))
        .orElseThrow(() -> new IllegalArgumentException(Message.of(
            "the {} is not one of {}: '{}'", what, String.join(", ", all.keySet()), name)));
  }

  /** Returns the column of the first field of a kind, or 0 if the format lacks such a field. */
  private int column(Kind kind) {
    return Field.first(fields, kind).map(Field::column).orElse(0);
  }

  private void fault(int column, String rule, @Nullable Object... values) {
    faults.add(new FormatFault(column, Message.of(rule, values)));
  }

  private void checkFields(KeyFormat format) {
    Set<String> seen = new HashSet<>();
    for (Field field : fields) {
      if (field.kind() != Kind.TEXT && !seen.add(field.label())) {
        fault(field.column(), "the field occurs twice: field='{}'", field.label());
      }
    }
    int most = KeyFormat.MAX_KEY_LENGTH;
    if (format.length() > most) {
      fault(0, "the key would have more than {} characters: length={}", most, format.length());
    }
  }

  private void checkCounting(KeyFormat format) {
    TimePattern time = format.time();
    int seq = column(Kind.SEQ);
    int worker = column(Kind.WORKER);
    if (seq == 0 && time == null) {
      fault(0, "keys would repeat: the format has neither {seq:N} nor {time:PATTERN}");
    }
    if (worker > 0 && time == null) {
      fault(
          worker,
          "{worker:N} is used without {time:PATTERN}, and a worker number is held for a window of"
              + " time");
    }
    long capacity = format.capacity();
    if (capacity > KeyFormat.END_OF_POSITIONS) {
      fault(seq, "positions have 62 bits, and so many numbers do not fit: shorten {seq:N}");
    } else if (time != null && time.tick(CENTURY_END_MS) > KeyFormat.END_OF_POSITIONS / capacity) {
      fault(
          column(Kind.TIME),
          "positions have 62 bits, and with so many numbers a tick this time would run out before"
              + " the year 2100: shorten {seq:N} or the time; time={}, numbers={}",
          time.text(),
          capacity);
    }
  }

  /** Checks that the first check field covers all fields before it. */
  private void checkCovered(Field check) {
    // Only constant text can begin with a prefix. The alphabets of other fields begin with digits.
    String first = fields.get(0).alphabet();
    String prefix = first.substring(0, IdPrefix.lengthIn(first));
    if (check.at() == prefix.length() && check.coveredByCheck(prefix).isEmpty()) {
      fault(check.column(), "the check digit is first, and covers nothing: check={}", check.name());
    }
    String covered = check.check().alphabet();
    for (Field field : fields.subList(0, fields.indexOf(check))) {
      String own = field.alphabet().substring(field.at() == 0 ? prefix.length() : 0);
      own.chars()
          .filter(c -> covered.indexOf(c) < 0)
          .findFirst()
          .ifPresent(c -> fault(
              check.column(),
              "the check digit cannot detect errors in all fields before it: check={} covers {},"
                  + " field={} may have {}",
              check.name(),
              covered,
              field.label(),
              Alphabet.show((char) c)));
    }
  }
}
