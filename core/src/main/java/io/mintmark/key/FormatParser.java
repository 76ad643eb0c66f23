package io.mintmark.key;

import io.mintmark.error.Message;
import io.mintmark.internal.key.FormatFault;
import io.mintmark.internal.text.Alphabet;
import io.mintmark.internal.text.CheckDigit;
import io.mintmark.internal.text.CheckDigits;
import io.mintmark.internal.text.NearMiss;
import io.mintmark.key.Field.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Parses a format. Every fault that it finds contains the column of the fault, counted from 1. */
final class FormatParser {

  /** The longest name of a variable, in characters. */
  static final int MAX_NAME = 32;

  /** The kinds of fields in braces. */
  private static final List<String> KINDS = Arrays.stream(Kind.values())
      .filter(kind -> kind != Kind.TEXT)
      .map(Kind::text)
      .toList();

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
          Message.of(
              "the format's text is not printable ASCII without spaces: character={}",
              Digits.show(c)));
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
        TimePattern time = TimePattern.parse(part(parts, 1, 1, "{time:PATTERN}"));
        add(column, Kind.TIME, time.text(), time.width(), Alphabet.DECIMAL);
      }
      case "db", "table", "worker", "version" -> {
        int width = width(part(parts, 1, 1, "{" + kind + ":WIDTH}"), MAX_NUMBER_WIDTH);
        add(column, Kind.valueOf(kind.toUpperCase(Locale.ROOT)), "", width, Alphabet.DECIMAL);
      }
      case "seq" -> {
        int width = width(part(parts, 1, 2, "{seq:WIDTH} or {seq:WIDTH:BASE}"), MAX_SEQ_WIDTH);
        add(column, Kind.SEQ, "", width, base(parts.size() == 3 ? parts.get(2) : "decimal"));
      }
      case "var" -> {
        String name = name(part(parts, 1, 2, "{var:NAME:WIDTH}"));
        int width = width(parts.size() == 3 ? parts.get(2) : "", MAX_VAR_WIDTH);
        add(column, Kind.VAR, name, width, Alphabet.BASE_62);
      }
      case "check" -> {
        CheckDigit check = check(part(parts, 1, 1, "{check:NAME}"));
        add(column, Kind.CHECK, check.name(), check.length(), check.alphabet() + "X*");
      }
      default ->
        throw new IllegalArgumentException("a field is one of "
            + String.join(", ", KINDS)
            + ": field='"
            + kind
            + "'"
            + NearMiss.of(kind, KINDS)
                .map(meant -> "; did you mean " + meant + "?")
                .orElse(""));
    }
  }

  /**
   * Returns the first of the parts that follow the kind in a field. It is a fault if the field has
   * fewer than {@code least} or more than {@code most} of these parts.
   */
  private static String part(List<String> parts, int least, int most, String form) {
    if (parts.size() - 1 < least || parts.size() - 1 > most) {
      throw new IllegalArgumentException(
          Message.of("the field is not written {}: field='{{}}'", form, String.join(":", parts)));
    }
    return parts.get(1);
  }

  private static int width(String text, int most) {
    boolean number = text.length() <= 2 && text.matches("[1-9][0-9]?");
    if (!number || Integer.parseInt(text) > most) {
      throw new IllegalArgumentException(
          Message.of("the width is not 1 to {} characters: width='{}'", most, text));
    }
    return Integer.parseInt(text);
  }

  private static String base(String text) {
    return switch (text) {
      case "decimal" -> Alphabet.DECIMAL;
      case "base36" -> Alphabet.BASE_36;
      case "base62" -> Alphabet.BASE_62;
      default ->
        throw new IllegalArgumentException(
            Message.of("the base is not decimal, base36 or base62: base='{}'", text));
    };
  }

  private static String name(String text) {
    if (text.length() > MAX_NAME || !text.matches("[A-Za-z][A-Za-z0-9_-]*")) {
      throw new IllegalArgumentException(Message.of(
          "the variable's name is not a letter, then up to {} letters, digits, _ or -: name='{}'",
          MAX_NAME - 1,
          text));
    }
    return text;
  }

  private static CheckDigit check(String text) {
    return Optional.ofNullable(CheckDigits.all().get(text))
        .orElseThrow(() -> new IllegalArgumentException(Message.of(
            "the check digit is not one of {}: check='{}'",
            String.join(", ", CheckDigits.all().keySet()),
            text)));
  }

  private void fault(int at, String rule) {
    faults.add(new FormatFault(at + 1, rule));
  }
}
