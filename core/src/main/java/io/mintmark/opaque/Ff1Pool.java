package io.mintmark.opaque;

import java.util.concurrent.atomic.AtomicReferenceArray;
import javax.crypto.SecretKey;
import org.jspecify.annotations.Nullable;

/**
 * Keeps idle {@link Ff1} ciphers of one permutation. Thread-safe.
 *
 * <p>A cipher of the JDK serves one thread at a time, and creating a cipher is slow, because it
 * computes the key schedule. So this pool has slots for some dozens of ciphers. Each thread is
 * assigned a slot, which several threads may share. A call takes the cipher from the slot of its
 * thread, and puts it back afterwards. If the slot is empty, the call creates a cipher.
 */
final class Ff1Pool {

  private static final int PLACES = 64;

  private final SecretKey key;
  private final int radix;
  private final int length;
  private final byte[] tweak;
  private final AtomicReferenceArray<@Nullable Ff1> idle = new AtomicReferenceArray<>(PLACES);

  /** Creates a pool. The parameters are those of {@link Ff1}. */
  Ff1Pool(SecretKey key, int radix, int length, byte[] tweak) {
    this.key = key;
    this.radix = radix;
    this.length = length;
    this.tweak = tweak;
  }

  /** Returns a cipher that no other caller gets until it is given back. */
  Ff1 take() {
    @Nullable Ff1 mine = idle.getAndSet(place(), null);
    return mine != null ? mine : new Ff1(key, radix, length, tweak);
  }

  /** Gives back a cipher. The caller must not use the cipher after this. */
  void giveBack(Ff1 ff1) {
    idle.setRelease(place(), ff1);
  }

  private static int place() {
    return (int) Thread.currentThread().getId() & (PLACES - 1);
  }
}
