package io.mintmark.key;

import io.mintmark.internal.text.Alphabet;
import io.mintmark.internal.text.CheckDigit;
import io.mintmark.internal.text.IdPrefix;
import java.util.Locale;

/** A field of a format. */
sealed interface Field {

  /** Returns the number of characters of this field in a key. */
  int width();

  /** Returns the kind of this field, as it is written in a format. */
  String kind();

  /** Returns the name that distinguishes this field from other fields of its kind. */
  default String name() {
    return "";
  }

  /** Returns the characters that this field may contain. */
  String alphabet();

  /** Constant text, which is the same in every key. */
  record Literal(String text) implements Field {
    @Override
    public int width() {
      return text.length();
    }

    @Override
    public String kind() {
      return "text";
    }

    @Override
    public String alphabet() {
      return text;
    }
  }

  /** The time, which shows the tick. */
  record Time(TimePattern pattern) implements Field {
    @Override
    public int width() {
      return pattern.width();
    }

    @Override
    public String kind() {
      return "time";
    }

    @Override
    public String name() {
      return pattern.text();
    }

    @Override
    public String alphabet() {
      return Alphabet.DECIMAL;
    }
  }

  /** The meaning of a decimal number that is not part of the position. */
  enum Part {
    DB,
    TABLE,
    WORKER,
    VERSION
  }

  /** A decimal number that is not part of the position. */
  record Numeral(Part part, int width) implements Field {
    @Override
    public String kind() {
      return part.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public String alphabet() {
      return Alphabet.DECIMAL;
    }

    /** Returns how many values this field can show. */
    long values() {
      return Digits.power(10, width);
    }
  }

  /** The number within the tick. */
  record Seq(int width, String alphabet) implements Field {
    @Override
    public String kind() {
      return "seq";
    }
  }

  /** A variable, whose value the caller passes. */
  record Var(String name, int width, String alphabet) implements Field {
    @Override
    public String kind() {
      return "var";
    }
  }

  /**
   * A check field, computed from all characters before it. A key can begin with a prefix of
   * lower-case letters and {@code _}, which are not in the alphabet of any check. From this prefix,
   * the check covers only the letters, converted to upper case. A check whose alphabet is digits
   * covers nothing of the prefix.
   */
  record Checked(CheckDigit check) implements Field {
    /** Returns the check characters to write after the given text. */
    String compute(CharSequence before) {
      int prefix = IdPrefix.lengthIn(before);
      return check.compute(
          prefix == 0
              ? before
              : covered(before.subSequence(0, prefix))
                  + before.subSequence(prefix, before.length()));
    }

    /** Returns the part of a prefix that the check covers. */
    String covered(CharSequence prefix) {
      return IdPrefix.covered(prefix, check.alphabet());
    }

    @Override
    public int width() {
      return check.length();
    }

    @Override
    public String kind() {
      return "check";
    }

    @Override
    public String name() {
      return check.name();
    }

    @Override
    public String alphabet() {
      return check.alphabet() + "X*";
    }
  }
}
