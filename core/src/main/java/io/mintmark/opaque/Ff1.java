package io.mintmark.opaque;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.ShortBufferException;

/**
 * The cipher FF1 of NIST SP 800-38G: a permutation of all texts of {@code length} digits, which a
 * key selects. Each half of a text must fit into a long. Not thread-safe.
 *
 * <p><b>Construction.</b> A Feistel network of ten rounds. A text is split into a left half of
 * {@code length / 2} digits and a right half with the remaining digits. A round computes a number
 * from one half with AES, adds it to the other half, and swaps the halves. Subtracting the number
 * undoes the round, for any number. So the ten rounds together are a bijection for every key.
 * Uniqueness depends only on this, not on the strength of AES, which hides the order.
 *
 * <p><b>Why it is fast.</b> A round computes a CBC-MAC of two parts. The part P contains radix,
 * length and the length of the tweak. The part Q begins with the tweak, and ends with the round and
 * the half. Only the last block of Q depends on the text. All blocks before it are enciphered once,
 * in the constructor, so a round enciphers only one block with AES. The first {@code d} bytes of
 * the result are the number to add. For halves of up to 64 bits, {@code d} is 8 or 12, so one block
 * is always enough. The sum of the number and the half is reduced to the range of the half with a
 * mask, which is faster than a division. With radix 2, a round contains no division.
 *
 * <p><b>Bounds.</b> The standard of 2016 requires a domain of 100 texts or more. The drafts of its
 * revision require 1,000,000 texts, because attacks on small domains were found (Bellare, Hoang and
 * Tessaro, 2016; Durak and Vaudenay, 2017). {@code OpaqueKey} enforces 1,000,000. This class does
 * not check the size, so that tests can try all texts of a small domain.
 */
final class Ff1 {

  private static final int BLOCK = 16;
  private static final int ROUNDS = 10;

  /**
   * A right shift by this number of bits gives all ones for a negative number, and zeros for any
   * other number.
   */
  private static final int SIGN = Long.SIZE - 1;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  /**
   * With a modulus up to this, a remainder (31 bits) followed by an int (32 bits) fits into a
   * positive long.
   */
  private static final long MAX_MODULUS_OF_INTS = 1L << 31;

  private final Cipher aes;
  private final long leftTexts;
  private final long rightTexts;
  private final int halfBytes;
  private final int sumBytes;

  /**
   * The fixed part of the last block's input: the result of enciphering the blocks before it,
   * combined with the end of the tweak.
   */
  private final byte[] start = new byte[BLOCK];

  private final byte[] block = new byte[BLOCK];
  private final byte[] mac = new byte[BLOCK];

  /** The halves of the last result. */
  long left;

  long right;

  /**
   * Creates a permutation.
   *
   * @param key an AES key
   * @param radix the number of different digits, 2 to 65,536
   * @param length how many digits a text has
   * @param tweak a further input that selects the permutation; it need not be secret
   * @throws ArithmeticException if the longer half of a text does not fit into a positive long
   */
  Ff1(SecretKey key, int radix, int length, byte[] tweak) {
    int leftDigits = length / 2;
    aes = aes(key);
    BigInteger digits = BigInteger.valueOf(radix);
    leftTexts = digits.pow(leftDigits).longValueExact();
    rightTexts = digits.pow(length - leftDigits).longValueExact();
    halfBytes = (Long.SIZE - Long.numberOfLeadingZeros(rightTexts - 1) + 7) / 8;
    sumBytes = 4 * ((halfBytes + 3) / 4) + 4;
    byte[] head = {1, 2, 1, 0, 0, 0, ROUNDS, (byte) leftDigits, 0, 0, 0, 0, 0, 0, 0, 0};
    LONGS.set(head, 0, (long) LONGS.get(head, 0) | (long) radix << 16);
    LONGS.set(head, 8, (long) length << 32 | tweak.length);
    encipher(head, start);
    int zeros = Math.floorMod(-tweak.length - halfBytes - 1, BLOCK);
    byte[] all = new byte[tweak.length + zeros + 1 + halfBytes];
    System.arraycopy(tweak, 0, all, 0, tweak.length);
    for (int from = 0; from < all.length; from += BLOCK) {
      for (int i = 0; i < BLOCK; i++) {
        start[i] ^= all[from + i];
      }
      if (from + BLOCK < all.length) {
        encipher(start.clone(), start);
      }
    }
  }

  /** Creates the block cipher AES without a mode of operation. */
  @SuppressWarnings("InsecureCryptoUsage") // FF1 is the mode; it needs the plain cipher
  private static Cipher aes(SecretKey key) {
    try {
      Cipher cipher = Cipher.getInstance("AES/ECB/NoPadding");
      cipher.init(Cipher.ENCRYPT_MODE, key);
      return cipher;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java has no AES for this key", e);
    }
  }

  /**
   * Enciphers or deciphers a text that fits into a long.
   *
   * @param encrypts whether to encipher
   * @param text the digits of the text as one number, whose highest digit is the first one
   * @return the result in the same form
   */
  long run(boolean encrypts, long text) {
    run(encrypts, text / rightTexts, text % rightTexts);
    return left * rightTexts + right;
  }

  /**
   * Enciphers or deciphers a text that is given as two halves. Then {@link #left} and {@link
   * #right} are the halves of the result. Deciphering undoes the rounds, the last one first. So it
   * makes the same steps with exchanged halves, and subtracts instead of adding.
   */
  void run(boolean encrypts, long leftHalf, long rightHalf) {
    long changed = encrypts ? leftHalf : rightHalf;
    long other = encrypts ? rightHalf : leftHalf;
    for (int i = 0; i < ROUNDS; i++) {
      int round = encrypts ? i : ROUNDS - 1 - i;
      long texts = round % 2 == 0 ? leftTexts : rightTexts;
      long number = number(round, other, texts);
      long result = encrypts ? changed + number - texts : changed - number;
      changed = other;
      other = result + (texts & result >> SIGN);
    }
    left = encrypts ? changed : other;
    right = encrypts ? other : changed;
  }

  /**
   * Returns the number that a round adds to one half. It is the MAC of the other half, modulo
   * {@code texts}, the number of different values of the half to change.
   */
  private long number(int round, long half, long texts) {
    System.arraycopy(start, 0, block, 0, BLOCK);
    // The last bytes of the block are the half, and the byte before them is the round.
    LONGS.set(block, 8, (long) LONGS.get(block, 8) ^ half);
    block[BLOCK - 1 - halfBytes] ^= (byte) round;
    encipher(block, mac);
    if (Long.bitCount(texts) == 1) {
      return (long) LONGS.get(mac, sumBytes - 8) & (texts - 1);
    }
    if (texts > MAX_MODULUS_OF_INTS) {
      BigInteger sum = new BigInteger(1, mac, 0, sumBytes);
      return sum.mod(BigInteger.valueOf(texts)).longValueExact();
    }
    long rest = 0;
    for (int i = 0; i < sumBytes; i += Integer.BYTES) {
      rest = (rest << 32 | Integer.toUnsignedLong((int) INTS.get(mac, i))) % texts;
    }
    return rest;
  }

  private void encipher(byte[] from, byte[] to) {
    try {
      aes.update(from, 0, BLOCK, to, 0);
    } catch (ShortBufferException e) {
      throw new IllegalStateException("a block does not fit a block", e);
    }
  }
}
