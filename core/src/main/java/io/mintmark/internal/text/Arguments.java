package io.mintmark.internal.text;

import io.mintmark.error.Message;
import org.jspecify.annotations.Nullable;

/** Checks the arguments of methods. */
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
}
