package io.mintmark.key;

import io.mintmark.error.InvalidIdException;
import io.mintmark.error.Message;
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
    int at = 0;
    for (Field field : format.parts()) {
      if (field instanceof Field.Literal literal
          && !key.regionMatches(anyCase, at, literal.text(), 0, field.width())) {
        return false;
      }
      at += field.width();
    }
    return true;
  }

  /** Returns whether every character is valid at its position. */
  boolean hasOwnCharacters(CharSequence text) {
    int at = 0;
    for (Field field : format.parts()) {
      CharSequence part = text.subSequence(at, at + field.width());
      if (!part.chars().allMatch(c -> field.alphabet().indexOf(c) >= 0)) {
        return false;
      }
      at += field.width();
    }
    return true;
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
    int at = 0;
    for (Field field : format.parts()) {
      if (field instanceof Field.Literal literal) {
        readLiteral(literal.text(), key, at);
      } else if (field instanceof Field.Time clock) {
        tick = clock.pattern().read(key, at);
      } else if (field instanceof Field.Seq seq) {
        number = Digits.read(key, at, seq.width(), seq.alphabet());
      } else if (field instanceof Field.Numeral plain) {
        long value = Digits.read(key, at, plain.width());
        switch (plain.part()) {
          case WORKER -> worker = value;
          case DB -> database = (int) value;
          case TABLE -> table = (int) value;
          case VERSION -> version = (int) value;
        }
      } else if (field instanceof Field.Var variable) {
        variables = variables.isEmpty() ? new LinkedHashMap<>() : variables;
        variables.put(variable.name(), readVariable(variable, key, at));
      } else if (field instanceof Field.Checked checked) {
        readCheck(checked, key, at);
      }
      at += field.width();
    }
    if (tick >= format.endTick()) {
      throw new InvalidIdException(Message.of(
          "the time is past the last possible one: time={}",
          Objects.requireNonNull(format.time()).local(tick)));
    }
    return new ParsedKey(
        format, worker, tick * format.capacity() + number, database, table, version, variables);
  }

  private static void readLiteral(String text, CharSequence key, int at) {
    for (int i = 0; i < text.length(); i++) {
      if (key.charAt(at + i) != text.charAt(i)) {
        throw new InvalidIdException(Message.of(
            "the character differs from the format's text: character={}, expected={}, column={}",
            Digits.show(key.charAt(at + i)),
            Digits.show(text.charAt(i)),
            at + i + 1));
      }
    }
  }

  private static String readVariable(Field.Var variable, CharSequence key, int at) {
    String value = key.subSequence(at, at + variable.width()).toString();
    Variables.checkCharacters(variable, value, at);
    return value;
  }

  private static void readCheck(Field.Checked checked, CharSequence key, int at) {
    String expected = checked.compute(key.subSequence(0, at));
    CharSequence found = key.subSequence(at, at + checked.width());
    if (!expected.contentEquals(found)) {
      throw new InvalidIdException(Message.of(
          "the check digit does not match the text before it: check={}, found='{}', expected='{}',"
              + " column={}",
          checked.name(),
          found,
          expected,
          at + 1));
    }
  }
}
