package io.mintmark.key;

import io.mintmark.error.InvalidIdException;
import io.mintmark.error.Message;
import io.mintmark.internal.text.Alphabet;
import io.mintmark.internal.text.CheckDigit;
import io.mintmark.internal.text.IdPrefix;
import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * A field of a format.
 *
 * @param name the name that distinguishes this field from other fields of its kind: the name of a
 *     variable or of a check digit, or the pattern of a time; otherwise empty
 * @param column the column of the field's first character in the format, counted from 1
 * @param at the index of the field's first character in a key
 * @param width the number of characters of this field in a key
 * @param alphabet the characters that this field may contain; for constant text, the text itself
 */
record Field(Kind kind, String name, int column, int at, int width, String alphabet) {

  /** Stands for a number that a format does not have. Writing it writes nothing. */
  static final Field NONE = new Field(Kind.SEQ, "", 0, 0, 0, Alphabet.DECIMAL);

  /** The kinds of fields, in the order in which messages show them. */
  enum Kind {
    /** Constant text, which is the same in every key. */
    TEXT,
    /** The time, which shows the tick. */
    TIME,
    DB,
    TABLE,
    WORKER,
    /** The number within the tick. */
    SEQ,
    VERSION,
    /** A variable, whose value the caller passes. */
    VAR,
    /**
     * A check field, computed from all characters before it. A key can begin with a prefix of
     * lower-case letters and {@code _}, which are not in the alphabet of any check. From this
     * prefix, the check covers only the letters, converted to upper case. A check whose alphabet is
     * digits covers nothing of the prefix.
     */
    CHECK;

    /** The number of kinds. */
    static final int COUNT = values().length;

    /** The index of the number of this kind in a {@link ParsedKey}. */
    @SuppressWarnings("EnumOrdinal") // Such an array is never stored.
    final int slot = ordinal();

    /** Returns the name of this kind, as it is written in a format. */
    String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Returns the first field of a kind. */
  static Optional<Field> first(List<Field> fields, Kind kind) {
    return fields.stream().filter(field -> field.kind == kind).findFirst();
  }

  /** Returns the kind, and for a variable also its name. */
  String label() {
    return kind == Kind.VAR ? kind.text() + ":" + name : kind.text();
  }

  /** Returns this field before a check. A variable may contain only characters of that check. */
  Field coveredBy(CheckDigit check) {
    return kind == Kind.VAR && check.alphabet().length() < alphabet.length()
        ? new Field(kind, name, column, at, width, check.alphabet())
        : this;
  }

  /** Returns how many numbers this field can show, or 2^63 - 1 if a long cannot hold it. */
  long values() {
    BigInteger values = BigInteger.valueOf(alphabet.length()).pow(width);
    return values.min(BigInteger.valueOf(Long.MAX_VALUE)).longValue();
  }

  /** Writes the value of a number. */
  void write(long value, byte[] key) {
    Digits.write(value, width, alphabet, key, at);
  }

  /** Returns this field's characters of a key. */
  CharSequence in(CharSequence key) {
    return key.subSequence(at, at + width);
  }

  /** Reads the value of a number. */
  long readNumber(CharSequence key) {
    return Digits.read(key, at, width, alphabet);
  }

  void readText(CharSequence key) {
    for (int i = 0; i < width; i++) {
      if (key.charAt(at + i) != alphabet.charAt(i)) {
        throw new InvalidIdException(Message.of(
            "the character differs from the format's text: character={}, expected={}, column={}",
            Alphabet.show(key.charAt(at + i)),
            Alphabet.show(alphabet.charAt(i)),
            at + i + 1));
      }
    }
  }

  /**
   * Checks the characters of a variable's value.
   *
   * @param from the index of the value's first character in the key, for the message
   * @return the value
   */
  String checkValue(String value, int from) {
    for (int i = 0; i < value.length(); i++) {
      if (alphabet.indexOf(value.charAt(i)) < 0) {
        throw new InvalidIdException(Message.of(
            "the variable is not made of {}: variable={}, character={}, column={}",
            alphabet.equals(Alphabet.BASE_62) ? "letters and digits" : alphabet,
            name,
            Alphabet.show(value.charAt(i)),
            from + i + 1));
      }
    }
    return value;
  }

  void readCheck(CharSequence key) {
    String expected = computeCheck(key.subSequence(0, at));
    if (!expected.contentEquals(in(key))) {
      throw new InvalidIdException(Message.of(
          "the check digit does not match the text before it: check={}, found='{}', expected='{}',"
              + " column={}",
          name,
          in(key),
          expected,
          at + 1));
    }
  }

  /** Returns the check digit of a check field. */
  CheckDigit check() {
    return Objects.requireNonNull(CheckDigit.all().get(name), name);
  }

  /** Returns the characters of a check field that follow the given text. */
  String computeCheck(CharSequence before) {
    int prefix = IdPrefix.lengthIn(before);
    return check()
        .compute(
            prefix == 0
                ? before
                : coveredByCheck(before.subSequence(0, prefix))
                    + before.subSequence(prefix, before.length()));
  }

  /** Returns the part of a prefix that a check field covers. */
  String coveredByCheck(CharSequence prefix) {
    return IdPrefix.covered(prefix, check().alphabet());
  }
}
