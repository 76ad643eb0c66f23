package io.mintmark.opaque;

import io.mintmark.error.Message;
import io.mintmark.internal.kind.IdCipher;
import java.math.BigInteger;
import javax.crypto.SecretKey;

/**
 * A permutation of exactly the numbers 0 to {@code last}, the positions, made with {@link Ff1}. FF1
 * permutes all texts of a fixed number of bits or of decimal digits. Of these two domains, the
 * smaller one that contains all positions is used.
 *
 * <p><b>Cycle walking</b> (Black and Rogaway, "Ciphers with Arbitrary Finite Domains", 2002): if
 * the result of FF1 is outside the positions, FF1 is applied again, until the result is a position.
 * This always ends: applying a permutation repeatedly returns each text to itself, so the walk
 * reaches its first position again, if not another position before. The number of steps is at most
 * one more than the number of texts outside the positions. Two walks never end at the same
 * position, because each walk can be reversed. Each hidden position is as likely as with a random
 * permutation. The domain is less than twice as large as the number of positions, so a walk takes
 * less than two steps on average.
 *
 * <p><b>The time of a walk reveals nothing about its end.</b> The number of steps depends on the
 * position, and can be measured. But suppose that a second permutation of the positions were
 * applied after the last step. It could change the results in any way, and would not change the
 * numbers of steps. So the number of steps gives no information about the result.
 *
 * <p>The domain must always be chosen by the same rule. With a different rule, existing ids could
 * not be read back.
 */
final class CycleWalk implements IdCipher.Permutation {

  private static final int MAX_DECIMALS = 18;

  private final long last;
  private final Ff1Pool ciphers;

  CycleWalk(SecretKey key, byte[] tweak, long last) {
    this.last = last;
    int bits = Long.SIZE - Long.numberOfLeadingZeros(last);
    int decimals = Long.toString(last).length();
    boolean decimal = decimals <= MAX_DECIMALS && BigInteger.TEN.pow(decimals).bitLength() <= bits;
    int length = decimal ? decimals : bits;
    ciphers = new Ff1Pool(() -> new Ff1(key, decimal ? 10 : 2, length, tweak));
  }

  @Override
  public long encrypt(long position) {
    return walk(position, true);
  }

  @Override
  public long decrypt(long hidden) {
    return walk(hidden, false);
  }

  private long walk(long from, boolean encrypts) {
    if (from < 0 || from > last) {
      throw new IllegalArgumentException(
          Message.of("there is no such position: position={}, last={}", from, last));
    }
    Ff1 ff1 = ciphers.take();
    long at = from;
    do {
      at = ff1.run(encrypts, at);
    } while (at > last);
    ciphers.giveBack(ff1);
    return at;
  }
}
