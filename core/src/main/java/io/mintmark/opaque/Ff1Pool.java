package io.mintmark.opaque;

import java.util.concurrent.atomic.AtomicReferenceArray;
import javax.crypto.SecretKey;
import org.jspecify.annotations.Nullable;

/**
 * Idle ciphers of one permutation. Thread-safe.
 *
 * <p>A cipher of the JDK serves one thread at a time, and making one costs a key schedule. So this
 * pool has places for some dozens of ciphers. A call takes the cipher in its thread's place, or
 * makes one, and puts it back. If threads share a place at the same moment, one more cipher is
 * made.
 */
final class Ff1Pool {

  private static final int PLACES = 64;

  private final SecretKey key;
  private final int radix;
  private final int length;
  private final byte[] tweak;
  private final AtomicReferenceArray<@Nullable Ff1> idle = new AtomicReferenceArray<>(PLACES);

  /** Takes the arguments of {@link Ff1}. */
  Ff1Pool(SecretKey key, int radix, int length, byte[] tweak) {
    this.key = key;
    this.radix = radix;
    this.length = length;
    this.tweak = tweak;
  }

  /** Returns a cipher that no other caller has until it is given back. */
  Ff1 take() {
    @Nullable Ff1 mine = idle.getAndSet(place(), null);
    return mine != null ? mine : new Ff1(key, radix, length, tweak);
  }

  /** Leaves a cipher to the next call. The caller must not use it any more. */
  void giveBack(Ff1 ff1) {
    idle.setRelease(place(), ff1);
  }

  private static int place() {
    return (int) Thread.currentThread().getId() & (PLACES - 1);
  }
}
