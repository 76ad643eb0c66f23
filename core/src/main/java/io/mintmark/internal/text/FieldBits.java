package io.mintmark.internal.text;

import io.mintmark.error.Message;

/** Checks the fields that an id is made from. */
public final class FieldBits {

  private FieldBits() {}

  /**
   * Throws if a value does not fit into its field.
   *
   * @param name the field's name, for the message
   * @param value any value
   * @param bits the number of bits in the field, below 64
   * @throws IllegalArgumentException if the value is negative or has more bits than the field
   */
  public static void check(String name, long value, int bits) {
    if (value >>> bits != 0) {
      throw new IllegalArgumentException(
          Message.of("the field does not fit its bits: {}={}, bits={}", name, value, bits));
    }
  }
}
