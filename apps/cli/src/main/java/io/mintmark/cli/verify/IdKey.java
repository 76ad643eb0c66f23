package io.mintmark.cli.verify;

import io.mintmark.text.XxHash64;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * An id as bytes that are equal where ids are, and whose unsigned order is the ids' own order: a
 * byte for the form, then a number with its sign bit turned, an ObjectId's 12 bytes, a UUID's 16,
 * or the text. So {@code 4DF2...} is the same ObjectId as {@code 4df2...}. Reused line by line.
 */
final class IdKey {

  /** The longest key: a line and the byte of its form. */
  static final int MAX_LENGTH = LineReader.MAX_LINE + 1;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final int OBJECT_ID_DIGITS = 24;
  private static final int UUID_LENGTH = 36;

  private final byte[] bytes = new byte[MAX_LENGTH];
  private int length;

  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  IdForm form() {
    return IdForm.of(bytes[0]);
  }

  /** Takes the id in {@code text[from, to)}. */
  void read(byte[] text, int from, int to) {
    if (readNumber(text, from, to)
        || (to - from == OBJECT_ID_DIGITS && readObjectId(text, from))
        || (to - from == UUID_LENGTH && readUuid(text, from))) {
      return;
    }
    bytes[0] = IdForm.TEXT.code();
    System.arraycopy(text, from, bytes, 1, to - from);
    length = 1 + to - from;
  }

  /** Takes a key that was kept elsewhere. */
  void copy(byte[] source, int from, int keyLength) {
    System.arraycopy(source, from, bytes, 0, keyLength);
    length = keyLength;
  }

  /** Takes another's key. */
  void copy(IdKey other) {
    copy(other.bytes, 0, other.length);
  }

  /** Compares with another key of the same form. */
  int compare(IdKey other) {
    return Arrays.compareUnsigned(bytes, 0, length, other.bytes, 0, other.length);
  }

  long hash() {
    return XxHash64.hash(Arrays.copyOf(bytes, length));
  }

  /** The number, for {@link IdForm#NUMBER}. */
  long number() {
    return (long) LONG.get(bytes, 1) ^ Long.MIN_VALUE;
  }

  /** The first 8 bytes of an ObjectId or a UUID. */
  long high() {
    return (long) LONG.get(bytes, 1);
  }

  /** The id's usual text. */
  String text() {
    return switch (form()) {
      case NUMBER -> Long.toString(number());
      case OBJECT_ID -> HexFormat.of().formatHex(bytes, 1, length);
      case UUID -> new java.util.UUID(high(), (long) LONG.get(bytes, 9)).toString();
      case TEXT -> new String(bytes, 1, length - 1, StandardCharsets.UTF_8);
    };
  }

  private boolean readNumber(byte[] text, int from, int to) {
    boolean negative = text[from] == '-';
    int first = negative ? from + 1 : from;
    int digits = to - first;
    if (digits < 1 || digits > 19 || (text[first] == '0' && (digits > 1 || negative))) {
      return false;
    }
    long sum = 0; // negative: the numbers below zero reach one further
    for (int i = first; i < to; i++) {
      int digit = text[i] - '0';
      if (digit < 0 || digit > 9) {
        return false;
      }
      sum = sum * 10 - digit;
    }
    // 19 digits pass 2^63 by less than 2^63: the sum then comes round as a positive number.
    if (sum > 0 || (!negative && sum == Long.MIN_VALUE)) {
      return false;
    }
    put(IdForm.NUMBER, 9);
    LONG.set(bytes, 1, (negative ? sum : -sum) ^ Long.MIN_VALUE);
    return true;
  }

  private boolean readObjectId(byte[] text, int from) {
    for (int i = 0; i < OBJECT_ID_DIGITS; i += 2) {
      if (!readByte(text, from + i, 1 + i / 2)) {
        return false;
      }
    }
    put(IdForm.OBJECT_ID, 1 + OBJECT_ID_DIGITS / 2);
    return true;
  }

  private boolean readUuid(byte[] text, int from) {
    int at = 1;
    for (int i = 0; i < UUID_LENGTH; ) {
      if (i == 8 || i == 13 || i == 18 || i == 23) {
        if (text[from + i] != '-') {
          return false;
        }
        i++;
      } else {
        if (!readByte(text, from + i, at)) {
          return false;
        }
        at++;
        i += 2;
      }
    }
    put(IdForm.UUID, at);
    return true;
  }

  private boolean readByte(byte[] text, int from, int at) {
    int high = digit(text[from]);
    int low = digit(text[from + 1]);
    bytes[at] = (byte) (high << 4 | low);
    return high >= 0 && low >= 0;
  }

  private static int digit(byte c) {
    return Character.digit(c, 16);
  }

  private void put(IdForm form, int keyLength) {
    bytes[0] = form.code();
    length = keyLength;
  }
}
