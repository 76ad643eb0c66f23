package io.mintmark.internal.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * The 64-bit hash XXH64, which maps route ids to tables and makes the fingerprints of settings. It
 * is not secure against attackers. Implementations in all languages give the same result (xxHash
 * fast digest algorithm, version 0.1.1).
 *
 * <p>A result is an unsigned number of 64 bits.
 */
public final class XxHash64 {

  private static final long PRIME_1 = 0x9E3779B185EBCA87L;
  private static final long PRIME_2 = 0xC2B2AE3D27D4EB4FL;
  private static final long PRIME_3 = 0x165667B19E3779F9L;
  private static final long PRIME_4 = 0x85EBCA77C2B2AE63L;
  private static final long PRIME_5 = 0x27D4EB2F165667C5L;

  private static final int STRIPE = 4 * Long.BYTES;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private XxHash64() {}

  /**
   * Hashes the UTF-8 bytes of a text with seed 0. An unpaired surrogate is hashed as {@code ?}, as
   * {@link String#getBytes} encodes it.
   *
   * @param text any text
   * @return 64 bits, unsigned
   */
  public static long hash(String text) {
    return hash(text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Hashes bytes with seed 0.
   *
   * @param bytes any bytes
   * @return 64 bits, unsigned
   */
  public static long hash(byte[] bytes) {
    int length = bytes.length;
    int offset = length - length % STRIPE;
    long hash = (offset == 0 ? PRIME_5 : stripes(bytes, offset)) + length;
    for (; offset <= length - Long.BYTES; offset += Long.BYTES) {
      hash ^= Long.rotateLeft((long) LONG.get(bytes, offset) * PRIME_2, 31) * PRIME_1;
      hash = Long.rotateLeft(hash, 27) * PRIME_1 + PRIME_4;
    }
    if (offset <= length - Integer.BYTES) {
      hash ^= Integer.toUnsignedLong((int) INT.get(bytes, offset)) * PRIME_1;
      hash = Long.rotateLeft(hash, 23) * PRIME_2 + PRIME_3;
      offset += Integer.BYTES;
    }
    for (; offset < length; offset++) {
      hash ^= Byte.toUnsignedLong(bytes[offset]) * PRIME_5;
      hash = Long.rotateLeft(hash, 11) * PRIME_1;
    }
    hash = (hash ^ hash >>> 33) * PRIME_2;
    hash = (hash ^ hash >>> 29) * PRIME_3;
    return hash ^ hash >>> 32;
  }

  private static long stripes(byte[] bytes, int end) {
    long[] lanes = {PRIME_2, PRIME_2, 0, -PRIME_1};
    lanes[0] += PRIME_1;
    for (int offset = 0; offset < end; offset += Long.BYTES) {
      int lane = offset / Long.BYTES % lanes.length;
      long sum = lanes[lane] + (long) LONG.get(bytes, offset) * PRIME_2;
      lanes[lane] = Long.rotateLeft(sum, 31) * PRIME_1;
    }
    long hash = Long.rotateLeft(lanes[0], 1)
        + Long.rotateLeft(lanes[1], 7)
        + Long.rotateLeft(lanes[2], 12)
        + Long.rotateLeft(lanes[3], 18);
    for (long lane : lanes) {
      hash ^= Long.rotateLeft(lane * PRIME_2, 31) * PRIME_1;
      hash = hash * PRIME_1 + PRIME_4;
    }
    return hash;
  }
}
