package io.mintmark.key;

import static java.util.stream.Collectors.toSet;

import io.mintmark.error.InvalidIdException;
import io.mintmark.error.Message;
import io.mintmark.internal.text.Alphabet;
import io.mintmark.key.Field.Kind;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Checks the values that a caller passes for the variables of a format. */
final class Variables {

  private static final int MAX_SHOWN = 10;

  private final List<Field> fields;
  private final Set<String> names;

  Variables(KeyFormat format) {
    fields = format.parts().stream().filter(field -> field.kind() == Kind.VAR).toList();
    names = fields.stream().map(Field::name).collect(toSet());
  }

  /**
   * Checks values.
   *
   * @throws IllegalArgumentException if a value is missing, unknown, of the wrong width, or
   *     contains an invalid character
   */
  void check(Map<String, String> given) {
    if (fields.isEmpty() && given.isEmpty()) {
      return;
    }
    if (!names.equals(given.keySet())) {
      throw new IllegalArgumentException(Message.of(
          "the variables are not those of the format: needed={}, given={}; no id issued",
          names,
          shown(given.keySet())));
    }
    for (Field field : fields) {
      String value = given.getOrDefault(field.name(), "");
      if (value.length() != field.width()) {
        throw new IllegalArgumentException(Message.of(
            "the variable does not have its field's width: variable={}, width={}, length={}; no"
                + " id issued",
            field.name(),
            field.width(),
            value.length()));
      }
      try {
        checkCharacters(field, value, 0);
      } catch (InvalidIdException e) {
        throw new IllegalArgumentException(e.getMessage() + "; no id issued", e);
      }
    }
  }

  /**
   * Checks the characters of a variable's value.
   *
   * @param at the index of the value in the key, from which the message computes the column; 0 if
   *     the value is not part of a key
   * @throws InvalidIdException if a character is invalid
   */
  static void checkCharacters(Field variable, String value, int at) {
    for (int i = 0; i < value.length(); i++) {
      if (variable.alphabet().indexOf(value.charAt(i)) < 0) {
        throw new InvalidIdException(Message.of(
            "the variable is not made of {}: variable={}, character={}, column={}",
            variable.alphabet().equals(Alphabet.BASE_62)
                ? "letters and digits"
                : variable.alphabet(),
            variable.name(),
            Digits.show(value.charAt(i)),
            at + i + 1));
      }
    }
  }

  /**
   * Returns the names to show in a message; not all names if they are many, so that the message
   * stays short.
   */
  private static List<String> shown(Set<String> given) {
    return given.stream()
        .limit(MAX_SHOWN)
        .map(name ->
            name.length() > FormatParser.MAX_NAME ? "(" + name.length() + " characters)" : name)
        .toList();
  }
}
