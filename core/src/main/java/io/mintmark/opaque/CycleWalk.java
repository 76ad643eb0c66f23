package io.mintmark.opaque;

import io.mintmark.error.Message;
import io.mintmark.generator.IdCipher;
import javax.crypto.SecretKey;

/**
 * A permutation of exactly the positions 0 to {@code last}, made with FF1 over the smallest domain
 * of whole bits or whole decimal digits that contains them.
 *
 * <p><b>Cycle walking</b> (Black and Rogaway, "Ciphers with Arbitrary Finite Domains", 2002): if
 * the result of FF1 is outside the positions, FF1 is applied again, until the result is a position.
 * This always ends: a permutation moves each text in a cycle, and the first position is on that
 * cycle. So a walk has at most one step more than there are texts outside the positions. Two
 * positions never end at the same one, because each walk can be reversed. Each hidden position is
 * as likely as under a random permutation. The domain is less than twice as large as the number of
 * positions, so a walk takes less than two steps on average.
 *
 * <p><b>The time of a walk reveals nothing about its end.</b> The number of steps depends on the
 * position, and can be measured. But a second permutation of the positions, applied after the last
 * step, would give any other results for walks of the same lengths. So the length gives no
 * information about the result.
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
    int decimals = 1;
    long texts = 10;
    while (texts <= last && decimals < MAX_DECIMALS) {
      texts *= 10;
      decimals++;
    }
    boolean decimal = texts > last && texts < 1L << bits;
    ciphers = new Ff1Pool(key, decimal ? 10 : 2, decimal ? decimals : bits, tweak);
  }

  @Override
  public long encrypt(long position) {
    check(position);
    Ff1 ff1 = ciphers.take();
    long at = position;
    do {
      at = ff1.encrypt(at);
    } while (at > last);
    ciphers.giveBack(ff1);
    return at;
  }

  @Override
  public long decrypt(long hidden) {
    check(hidden);
    Ff1 ff1 = ciphers.take();
    long at = hidden;
    do {
      at = ff1.decrypt(at);
    } while (at > last);
    ciphers.giveBack(ff1);
    return at;
  }

  private void check(long position) {
    if (position < 0 || position > last) {
      throw new IllegalArgumentException(
          Message.of("there is no such position: position={}, last={}", position, last));
    }
  }
}
