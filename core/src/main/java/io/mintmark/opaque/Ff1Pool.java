package io.mintmark.opaque;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
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

  private final Supplier<Ff1> ciphers;
  private final AtomicReferenceArray<@Nullable Ff1> idle = new AtomicReferenceArray<>(PLACES);

  /**
   * Creates a pool.
   *
   * @param ciphers creates ciphers, all of the same permutation
   */
  Ff1Pool(Supplier<Ff1> ciphers) {
    this.ciphers = ciphers;
  }

  /** Returns a cipher that no other caller gets until it is given back. */
  Ff1 take() {
    @Nullable Ff1 mine = idle.getAndSet(place(), null);
    return mine != null ? mine : ciphers.get();
  }

  /** Gives back a cipher. The caller must not use the cipher after this. */
  void giveBack(Ff1 ff1) {
    idle.setRelease(place(), ff1);
  }

  private static int place() {
    return (int) Thread.currentThread().getId() & (PLACES - 1);
  }
}
