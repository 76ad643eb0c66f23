package io.mintmark.opaque;

import io.mintmark.error.Message;
import io.mintmark.generator.IdCipher;
import javax.crypto.SecretKey;

/**
 * A permutation of exactly the positions 0 to {@code last}, by FF1 over the smallest domain of
 * whole bits or whole decimal digits that has them all.
 *
 * <p><b>Cycle walking</b> (Black and Rogaway, "Ciphers with Arbitrary Finite Domains", 2002): if
 * FF1 leads out of the positions, it is applied again, until it leads back in. It always does: a
 * permutation moves each text in a cycle, and the position that it began with lies on that cycle.
 * So a walk has at most as many steps as there are texts that are no position. Two positions never
 * end at the same one, as each walk can be taken backwards; and each hidden position is as likely
 * as it would be for a random permutation. The domain is less than twice as large as that, so a
 * walk takes less than two steps on average.
 *
 * <p><b>What the time of a walk tells.</b> How many steps it has depends on the position, and can
 * be measured. It says nothing of where the walk ends: let any permutation of the positions follow
 * the last step, and each walk is as long as before, while each end is as likely as any other.
 *
 * <p>The choice of the domain is part of the permutation: another rule would be another permutation
 * for the ids that there are.
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
