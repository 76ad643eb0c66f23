package io.mintmark.key;

import io.mintmark.internal.text.Alphabet;
import io.mintmark.internal.text.CheckDigit;
import io.mintmark.internal.text.IdPrefix;
import java.util.Locale;

/** A field as the format has it. */
sealed interface Field {

  /** How many characters it has in a key. */
  int width();

  /** What it is called in a format. */
  String kind();

  /** What tells it from others of its kind. */
  default String name() {
    return "";
  }

  /** The characters that may stand in it. */
  String alphabet();

  /** Text that stands in every key. */
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

  /** The tick. */
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

  /** Which decimal number that is no position. */
  enum Part {
    DB,
    TABLE,
    WORKER,
    VERSION
  }

  /** A decimal number that is no position. */
  record Numeral(Part part, int width) implements Field {
    @Override
    public String kind() {
      return part.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public String alphabet() {
      return Alphabet.DECIMAL;
    }

    /** How many values it can show. */
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

  /** A variable, which the caller gives. */
  record Var(String name, int width, String alphabet) implements Field {
    @Override
    public String kind() {
      return "var";
    }
  }

  /**
   * A check over all before it. A key can begin with a prefix of lower-case letters, which no check
   * knows: of it only the letters count, as upper case, and none if the check knows digits alone.
   */
  record Checked(CheckDigit check) implements Field {
    /** What is put after the text before it. */
    String compute(CharSequence before) {
      int prefix = IdPrefix.lengthIn(before);
      return check.compute(
          prefix == 0
              ? before
              : covered(before.subSequence(0, prefix))
                  + before.subSequence(prefix, before.length()));
    }

    /** What counts of a prefix. */
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
