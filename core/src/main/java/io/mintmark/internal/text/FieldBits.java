package io.mintmark.internal.text;

import io.mintmark.error.Message;

/** Checks the fields that an id is made from. */
public final class FieldBits {

  private FieldBits() {}

  /**
   * Refuses a value that does not fit its field.
   *
   * @param name the field's name, for the message
   * @param value any value
   * @param bits how many bits the field has, below 64
   * @throws IllegalArgumentException if the value is negative or has more bits
   */
  public static void check(String name, long value, int bits) {
    if (value >>> bits != 0) {
      throw new IllegalArgumentException(
          Message.of("the field does not fit its bits: {}={}, bits={}", name, value, bits));
    }
  }
}
