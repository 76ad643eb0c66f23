package io.mintmark.key;

import io.mintmark.error.InvalidIdException;
import io.mintmark.error.Message;
import io.mintmark.key.Field.Kind;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Reads the keys that {@link KeyWriter} writes. All texts must have the format's length.
 *
 * @param format the format, whose constructor may still be running
 */
record KeyReader(KeyFormat format) {

  /**
   * Returns whether a text has the constant text of the format at the same positions, in the same
   * case or in any case.
   */
  boolean hasOwnText(CharSequence text, boolean anyCase) {
    String key = text.toString();
    return format.parts().stream()
        .filter(field -> field.kind() == Kind.TEXT)
        .allMatch(
            field -> key.regionMatches(anyCase, field.at(), field.alphabet(), 0, field.width()));
  }

  /** Returns whether every character is valid at its position. */
  boolean hasOwnCharacters(CharSequence text) {
    return format.parts().stream()
        .allMatch(field -> field.in(text).chars().allMatch(c -> field.alphabet().indexOf(c) >= 0));
  }

  /**
   * Parses a key.
   *
   * @throws InvalidIdException if the text is not a key of the format; the message contains the
   *     column, counted from 1
   */
  ParsedKey read(CharSequence key) {
    long tick = 0;
    long number = 0;
    long worker = -1;
    int database = -1;
    int table = -1;
    int version = -1;
    Map<String, String> variables = Map.of();
    for (Field field : format.parts()) {
      switch (field.kind()) {
        case TEXT -> readText(field, key);
        case TIME -> tick = Objects.requireNonNull(format.time()).read(key, field.at());
        case DB -> database = (int) number(field, key);
        case TABLE -> table = (int) number(field, key);
        case WORKER -> worker = number(field, key);
        case SEQ -> number = number(field, key);
        case VERSION -> version = (int) number(field, key);
        case VAR -> {
          variables = variables.isEmpty() ? new LinkedHashMap<>() : variables;
          variables.put(field.name(), readVariable(field, key));
        }
        case CHECK -> readCheck(field, key);
      }
    }
    if (tick >= format.endTick()) {
      throw new InvalidIdException(Message.of(
          "the time is past the last possible one: time={}",
          Objects.requireNonNull(format.time()).local(tick)));
    }
    return new ParsedKey(
        format, worker, tick * format.capacity() + number, database, table, version, variables);
  }

  private static long number(Field field, CharSequence key) {
    return Digits.read(key, field.at(), field.width(), field.alphabet());
  }

  private static void readText(Field field, CharSequence key) {
    String text = field.alphabet();
    for (int i = 0; i < text.length(); i++) {
      char found = key.charAt(field.at() + i);
      if (found != text.charAt(i)) {
        throw new InvalidIdException(Message.of(
            "the character differs from the format's text: character={}, expected={}, column={}",
            Digits.show(found),
            Digits.show(text.charAt(i)),
            field.at() + i + 1));
      }
    }
  }

  private static String readVariable(Field variable, CharSequence key) {
    String value = variable.in(key).toString();
    Variables.checkCharacters(variable, value, variable.at());
    return value;
  }

  private static void readCheck(Field check, CharSequence key) {
    String expected = check.computeCheck(key.subSequence(0, check.at()));
    CharSequence found = check.in(key);
    if (!expected.contentEquals(found)) {
      throw new InvalidIdException(Message.of(
          "the check digit does not match the text before it: check={}, found='{}', expected='{}',"
              + " column={}",
          check.name(),
          found,
          expected,
          check.at() + 1));
    }
  }
}
