package io.mintmark.objectid;

import io.mintmark.InvalidIdException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Twelve bytes as 24 hex digits: two digits a step through a table, both ways without a copy. */
final class HexText {

  static final int LENGTH = 24;

  private static final VarHandle PAIR =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final short[] PAIRS = pairs();
  private static final byte[] VALUES = values();

  private HexText() {}

  private static short[] pairs() {
    short[] pairs = new short[256];
    for (int value = 0; value < pairs.length; value++) {
      char high = Character.forDigit(value >>> 4, 16);
      char low = Character.forDigit(value & 15, 16);
      pairs[value] = (short) (low << 8 | high);
    }
    return pairs;
  }

  private static byte[] values() {
    byte[] values = new byte[128];
    for (int digit = 0; digit < values.length; digit++) {
      values[digit] = (byte) Character.digit(digit, 16);
    }
    return values;
  }

  static String write(int high, long low) {
    byte[] text = new byte[LENGTH];
    for (int i = 0; i < Integer.BYTES; i++) {
      PAIR.set(text, 2 * i, PAIRS[high >>> (24 - 8 * i) & 0xff]);
    }
    for (int i = 0; i < Long.BYTES; i++) {
      PAIR.set(text, 8 + 2 * i, PAIRS[(int) (low >>> (56 - 8 * i)) & 0xff]);
    }
    return new String(text, StandardCharsets.ISO_8859_1);
  }

  static ObjectId read(String text) {
    if (text.length() != LENGTH) {
      throw new InvalidIdException("an ObjectId has 24 hex digits: length=" + text.length());
    }
    return new ObjectId((int) read(text, 0, 8), read(text, 8, LENGTH));
  }

  private static long read(String text, int from, int to) {
    long value = 0;
    for (int i = from; i < to; i++) {
      int digit = value(text.charAt(i));
      if (digit < 0) {
        throw new InvalidIdException("an ObjectId has hex digits only: index="
            + i
            + String.format(", character=U+%04X", (int) text.charAt(i)));
      }
      value = value << 4 | digit;
    }
    return value;
  }

  static boolean isHex(String text) {
    return text.length() == LENGTH && text.chars().allMatch(c -> value((char) c) >= 0);
  }

  private static int value(char digit) {
    return digit < VALUES.length ? VALUES[digit] : -1;
  }
}
