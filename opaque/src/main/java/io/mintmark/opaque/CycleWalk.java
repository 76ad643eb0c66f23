package io.mintmark.opaque;

import io.mintmark.error.Message;
import io.mintmark.generator.IdCipher;
import java.util.concurrent.atomic.AtomicReferenceArray;
import javax.crypto.SecretKey;
import org.jspecify.annotations.Nullable;

/**
 * A permutation of exactly the positions 0 to {@code count - 1}, by FF1 over the smallest domain of
 * whole bits or whole decimal digits that has them all.
 *
 * <p><b>Cycle walking</b> (Black and Rogaway, "Ciphers with Arbitrary Finite Domains", 2002): if
 * FF1 leads out of the positions, it is applied again, until it leads back in. It always does: a
 * permutation moves each text in a cycle, and the position that it began with lies on that cycle.
 * So a walk has at most as many steps as there are texts that are no position. Two positions never
 * end at the same one, as each walk can be taken backwards; and each hidden position is as likely
 * as it would be for a random permutation. The domain is less than twice as large as the count, so
 * a walk takes less than two steps on average.
 *
 * <p>The choice of the domain is part of the permutation: another rule would be another permutation
 * for the ids that there are.
 *
 * <p>A cipher of the JDK serves one thread at a time, and costs a key schedule to make. So there is
 * a place for a few dozen of them; a call takes the one in its thread's place, or makes one, and
 * puts it back. Threads that share a place at the same moment only make one more.
 */
final class CycleWalk implements IdCipher.Permutation {

  private static final int PLACES = 64;
  private static final int MAX_DECIMALS = 18;

  private final SecretKey key;
  private final byte[] tweak;
  private final long count;
  private final int radix;
  private final int length;
  private final AtomicReferenceArray<@Nullable Ff1> idle = new AtomicReferenceArray<>(PLACES);

  CycleWalk(SecretKey key, byte[] tweak, long count) {
    this.key = key;
    this.tweak = tweak;
    this.count = count;
    int bits = Long.SIZE - Long.numberOfLeadingZeros(count - 1);
    int decimals = 1;
    long texts = 10;
    while (texts < count && decimals < MAX_DECIMALS) {
      texts *= 10;
      decimals++;
    }
    boolean decimal = texts >= count && (bits == Long.SIZE - 1 || texts < 1L << bits);
    radix = decimal ? 10 : 2;
    length = decimal ? decimals : bits;
  }

  @Override
  public long encrypt(long position) {
    check(position);
    Ff1 ff1 = take();
    long at = position;
    do {
      at = ff1.encrypt(at);
    } while (at >= count);
    giveBack(ff1);
    return at;
  }

  @Override
  public long decrypt(long hidden) {
    check(hidden);
    Ff1 ff1 = take();
    long at = hidden;
    do {
      at = ff1.decrypt(at);
    } while (at >= count);
    giveBack(ff1);
    return at;
  }

  private void check(long position) {
    if (position < 0 || position >= count) {
      throw new IllegalArgumentException(
          Message.of("there is no such position: position={}, count={}", position, count));
    }
  }

  private Ff1 take() {
    @Nullable Ff1 mine = idle.getAndSet(place(), null);
    return mine != null ? mine : new Ff1(key, radix, length, tweak);
  }

  private void giveBack(Ff1 ff1) {
    idle.setRelease(place(), ff1);
  }

  private static int place() {
    return (int) Thread.currentThread().getId() & (PLACES - 1);
  }
}
