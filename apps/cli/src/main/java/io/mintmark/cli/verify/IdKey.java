package io.mintmark.cli.verify;

import io.mintmark.internal.text.XxHash64;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * An id as bytes that are equal where ids are, and whose unsigned order is the ids' own order: a
 * byte for the form, then a number with its sign bit turned, an ObjectId's 12 bytes and one for the
 * case of its letters, a UUID's 16, or the text. Reused line by line.
 *
 * <p>24 hex digits may be an ObjectId, or a key that says one thing in upper case and another in
 * lower. They are one id only where they are one text, whatever they are read as.
 */
final class IdKey {

  /** The longest key: a line and the byte of its form. */
  static final int MAX_LENGTH = TextLines.MAX_LINE + 1;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final int OBJECT_ID_DIGITS = 24;
  private static final int OBJECT_ID_LENGTH = 1 + OBJECT_ID_DIGITS / 2 + 1;

  /** 2009, the year of the first ObjectId: what says less is another kind of key. */
  private static final long FIRST_OBJECT_ID = 0x495C_0780L;

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
      case OBJECT_ID -> hex().formatHex(bytes, 1, OBJECT_ID_LENGTH - 1);
      case UUID -> new java.util.UUID(high(), (long) LONG.get(bytes, 9)).toString();
      case TEXT -> new String(bytes, 1, length - 1, StandardCharsets.UTF_8);
    };
  }

  private HexFormat hex() {
    return letters() == Letters.UPPER ? HexFormat.of().withUpperCase() : HexFormat.of();
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
    Letters letters = Letters.NONE;
    for (int i = 0; i < OBJECT_ID_DIGITS; i++) {
      Letters one = Letters.of(text[from + i]);
      if (one != Letters.NONE && letters != Letters.NONE && one != letters) {
        return false;
      }
      letters = one == Letters.NONE ? letters : one;
      if (i % 2 == 1 && !readByte(text, from + i - 1, 1 + i / 2)) {
        return false;
      }
    }
    if (high() >>> Integer.SIZE < FIRST_OBJECT_ID) {
      return false;
    }
    put(IdForm.OBJECT_ID, OBJECT_ID_LENGTH);
    bytes[OBJECT_ID_LENGTH - 1] = letters.code;
    return true;
  }

  /** The letters of an ObjectId. */
  Letters letters() {
    return switch (bytes[OBJECT_ID_LENGTH - 1]) {
      case 0 -> Letters.NONE;
      case 1 -> Letters.LOWER;
      default -> Letters.UPPER;
    };
  }

  /** Which letters a hex text has. */
  enum Letters {
    /** Digits alone. */
    NONE(0),
    /** From a to f. */
    LOWER(1),
    /** From A to F. */
    UPPER(2);

    private final byte code;

    Letters(int code) {
      this.code = (byte) code;
    }

    private static Letters of(byte c) {
      return c >= 'a' ? LOWER : c >= 'A' ? UPPER : NONE;
    }
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
