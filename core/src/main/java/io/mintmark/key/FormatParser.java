package io.mintmark.key;

import io.mintmark.error.Message;
import io.mintmark.internal.key.FormatFault;
import io.mintmark.internal.text.Alphabet;
import io.mintmark.internal.text.CheckDigit;
import io.mintmark.internal.text.NearMiss;
import io.mintmark.key.Field.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Parses a format. Every fault that it finds contains the column of the fault, counted from 1. */
final class FormatParser {

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

  private final String text;
  private final List<Field> fields = new ArrayList<>();
  private final List<FormatFault> faults;
  private final StringBuilder literal = new StringBuilder();
  private int literalColumn;
  private int keyLength;

  /**
   * Creates a parser.
   *
   * @param faults collects faults
   */
  FormatParser(String text, List<FormatFault> faults) {
    this.text = text;
    this.faults = faults;
  }

  /** Parses all fields, and adds every fault. */
  List<Field> parse() {
    int at = 0;
    while (at < text.length()) {
      char c = text.charAt(at);
      boolean doubled = at + 1 < text.length() && text.charAt(at + 1) == c;
      if ((c == '{' || c == '}') && doubled) {
        append(c, at);
        at += 2;
      } else if (c == '{') {
        at = braces(at);
      } else {
        literal(c, at);
        at++;
      }
    }
    endLiteral();
    return fields;
  }

  private void literal(char c, int at) {
    if (c == '}') {
      fault(at, "missing opening brace; for a brace itself write }}");
    } else if (c <= ' ' || c >= 0x7F) {
      fault(
          at,
          "the format's text is not printable ASCII without spaces: character=" + Digits.show(c));
    }
    append(c, at);
  }

  private void append(char c, int at) {
    if (literal.isEmpty()) {
      literalColumn = at + 1;
    }
    literal.append(c);
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

  private int braces(int open) {
    int close = text.indexOf('}', open);
    if (close < 0) {
      fault(open, "missing closing brace; for a brace itself write {{");
      return text.length();
    }
    endLiteral();
    List<String> parts = List.of(text.substring(open + 1, close).split(":", -1));
    try {
      add(open + 1, parts);
    } catch (IllegalArgumentException e) {
      fault(open, String.valueOf(e.getMessage()));
    }
    return close + 1;
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
        if (!NAME.matcher(name).matches()) {
          throw new IllegalArgumentException(Message.of(
              "the variable's name is not a letter and up to 31 letters, digits, _ or -: name='{}'",
              name));
        }
        int width = width(parts.size() == 3 ? parts.get(2) : "", MAX_VAR_WIDTH);
        add(column, Kind.VAR, name, width, Alphabet.BASE_62);
      }
      case "check" -> {
        String name = part(parts, 1, "{check:NAME}");
        CheckDigit check = known(CheckDigit.all(), name, "check digit");
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

  private void fault(int at, String rule) {
    faults.add(new FormatFault(at + 1, rule));
  }
}
