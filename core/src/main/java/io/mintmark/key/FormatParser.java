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
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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

  /** Text, a doubled brace, a field in braces, or a character that must not be there. */
  private static final Pattern TOKEN =
      Pattern.compile("[!-z|~]+|\\{\\{|}}|\\{([^}]*)}|.", Pattern.DOTALL);

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
  private static final long MAX_CAPACITY = 1L << 62;

  /** The time 2100-01-01, in milliseconds. A format whose positions end earlier is refused. */
  private static final long CENTURY_END_MS = 4_102_444_800_000L;

  private final String text;
  private final List<Field> fields = new ArrayList<>();
  private final Collection<FormatFault> faults;
  private final StringBuilder literal = new StringBuilder();
  private int literalColumn;
  private int keyLength;

  private FormatParser(String text, Collection<FormatFault> faults) {
    this.text = text;
    this.faults = faults;
  }

  /**
   * Parses and checks a format.
   *
   * @param faults collects faults, each once
   * @return the fields; incomplete if there are faults
   */
  static List<Field> parse(String text, Collection<FormatFault> faults) {
    FormatParser parser = new FormatParser(text, faults);
    parser.parse();
    if (faults.isEmpty()) {
      parser.checkFields();
      parser.checkCounting();
      Field.first(parser.fields, Kind.CHECK).ifPresent(parser::checkCovered);
    }
    return parser.fields;
  }

  private void parse() {
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
      String found = token.group();
      String field = token.group(1);
      if (field != null) {
        endLiteral();
        field(column, field);
      } else if (found.equals("{")) {
        fault(column, "missing closing brace; for a brace itself write {{");
        break;
      } else {
        literal(column, found);
      }
    }
    endLiteral();
  }

  private void literal(int column, String found) {
    char c = found.charAt(0);
    if (found.equals("}")) {
      fault(column, "missing opening brace; for a brace itself write }}");
    } else if (c <= ' ' || c >= 0x7F) {
      fault(
          column,
          "the format's text is not printable ASCII without spaces: character={}",
          Alphabet.show(c));
    }
    literalColumn = literal.isEmpty() ? column : literalColumn;
    literal.append(c == '{' || c == '}' ? found.substring(1) : found);
  }

  private void endLiteral() {
    if (!literal.isEmpty()) {
      add(literalColumn, Kind.TEXT, "", literal.length(), literal.toString());
      literal.setLength(0);
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
    if (parts.size() < 2 || parts.size() - 1 > most) {
      throw new IllegalArgumentException(
          Message.of("the field is not written {}: field='{{}}'", form, String.join(":", parts)));
    }
    return parts.get(1);
  }

  private static int width(String text, int most) {
    if (!WIDTH.matcher(text).matches() || Integer.parseInt(text) > most) {
      throw new IllegalArgumentException(
          Message.of("the width is not 1 to {} characters: width='{}'", most, text));
    }
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

  private void checkFields() {
    Set<String> seen = new HashSet<>();
    for (Field field : fields) {
      if (field.kind() != Kind.TEXT && !seen.add(field.label())) {
        fault(field.column(), "the field occurs twice: field='{}'", field.label());
      }
    }
    int most = KeyFormat.MAX_KEY_LENGTH;
    if (keyLength > most) {
      fault(0, "the key would have more than {} characters: length={}", most, keyLength);
    }
  }

  private void checkCounting() {
    int seq = column(Kind.SEQ);
    int time = column(Kind.TIME);
    int worker = column(Kind.WORKER);
    if (seq == 0 && time == 0) {
      fault(0, "keys would repeat: the format has neither {seq:N} nor {time:PATTERN}");
    }
    if (worker > 0 && time == 0) {
      fault(
          worker,
          "{worker:N} is used without {time:PATTERN}, and a worker number is held for a window of"
              + " time");
    }
    long capacity = Field.first(fields, Kind.SEQ).map(Field::values).orElse(1L);
    if (capacity > MAX_CAPACITY) {
      fault(seq, "positions have 62 bits, and so many numbers do not fit: shorten {seq:N}");
    } else if (time > 0) {
      String pattern = Field.first(fields, Kind.TIME).orElseThrow().name();
      if (TimePattern.parse(pattern).tick(CENTURY_END_MS) > MAX_CAPACITY / capacity) {
        fault(
            time,
            "positions have 62 bits, and with so many numbers a tick this time would run out before"
                + " the year 2100: shorten {seq:N} or the time; time={}, numbers={}",
            pattern,
            capacity);
      }
    }
  }

  /** Checks that the first check field covers all fields before it. */
  private void checkCovered(Field check) {
    Field first = fields.get(0);
    String prefix = first.kind() == Kind.TEXT
        ? first.alphabet().substring(0, IdPrefix.lengthIn(first.alphabet()))
        : "";
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
