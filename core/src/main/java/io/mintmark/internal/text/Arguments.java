package io.mintmark.internal.text;

import io.mintmark.error.InvalidIdException;
import io.mintmark.error.Message;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Checks the arguments of methods, and the texts of ids. */
public final class Arguments {

  private Arguments() {}

  /**
   * Throws unless a condition holds. Calls that are made for each id do not use this method,
   * because it needs an array of the values even if the condition holds.
   *
   * @param condition the condition
   * @param text the message, see {@link Message#of}
   * @param values one value for each <code>{}</code> of the text
   * @throws IllegalArgumentException if the condition does not hold
   */
  public static void check(boolean condition, String text, @Nullable Object... values) {
    if (!condition) {
      throw new IllegalArgumentException(Message.of(text, values));
    }
  }

  /**
   * Throws unless the text of an id fulfils a condition. Fast parsers do not use this method,
   * because it needs an array of the values even if the condition holds.
   *
   * @param condition the condition
   * @param text the message, see {@link Message#of}
   * @param values one value for each <code>{}</code> of the text
   * @throws InvalidIdException if the condition does not hold
   */
  public static void checkId(boolean condition, String text, @Nullable Object... values) {
    if (!condition) {
      throw new InvalidIdException(Message.of(text, values));
    }
  }

  /**
   * Throws if a value does not fit into a field of an id.
   *
   * @param name the field's name, for the message
   * @param value any value
   * @param bits the number of bits in the field, below 64
   * @throws IllegalArgumentException if the value is negative or has more bits than the field
   */
  public static void checkBits(String name, long value, int bits) {
    if (value >>> bits != 0) {
      throw new IllegalArgumentException(
          Message.of("the field does not fit its bits: {}={}, bits={}", name, value, bits));
    }
  }

  /**
   * Throws if the time span of a range of ids is reversed.
   *
   * @param from the span's start
   * @param to the span's end, exclusive
   * @throws IllegalArgumentException if the span ends before it starts
   */
  public static void checkSpan(Instant from, Instant to) {
    Objects.requireNonNull(from, "from");
    Objects.requireNonNull(to, "to");
    check(!to.isBefore(from), "the span ends before it starts: from={}, to={}", from, to);
  }
}
