package io.mintmark.key;

import io.mintmark.internal.kind.IdCipher;
import org.jspecify.annotations.Nullable;

/**
 * Hides the numbers of opaque keys: each key shows an encrypted number. Thread-safe.
 *
 * <p><b>Why no two keys are equal.</b> Equal keys show the same worker and the same tick, the unit
 * of time (see {@link KeyFormat}). The tick and the worker select the permutation, so two equal
 * hidden numbers are made from the same number. Tick and number together are a position on the
 * worker's line (its counter in the store), and that position was claimed once. This argument
 * requires that all generators that share worker numbers use the same secret, and the store refuses
 * a different one. The permutation also depends on the capacity, which is the same for all of these
 * generators: the store refuses a different capacity in a worker pool, and, for keys without a
 * worker, a different format of the same name.
 *
 * <p><b>Why each tick has its own permutation.</b> With one permutation for all ticks, the first
 * key of every day would show the same hidden number, and likewise the second key. A number that an
 * observer sees on more days would then belong to an earlier key of the day, so the observer could
 * estimate how many keys a day has. The permutation of the last tick is cached; a different tick or
 * worker costs a few microseconds.
 */
final class HiddenNumbers {

  private final IdCipher cipher;
  private final String line;
  private final long lastNumber;
  private volatile @Nullable OfTick latest;

  /** The permutation for the numbers of one tick of one worker. */
  private record OfTick(long worker, long tick, IdCipher.Permutation permutation) {}

  /**
   * Creates an object that hides numbers.
   *
   * @param line the line whose positions the keys are made from; with workers, the common prefix of
   *     the workers' lines
   * @param capacity how many numbers a tick has
   */
  HiddenNumbers(IdCipher cipher, String line, long capacity) {
    this.cipher = cipher;
    this.line = line;
    this.lastNumber = capacity - 1;
  }

  long hide(long worker, long tick, long number) {
    return permutation(worker, tick).encrypt(number);
  }

  long reveal(long worker, long tick, long hidden) {
    return permutation(worker, tick).decrypt(hidden);
  }

  String identity() {
    return cipher.identity();
  }

  private IdCipher.Permutation permutation(long worker, long tick) {
    OfTick known = latest;
    if (known == null || known.tick != tick || known.worker != worker) {
      String whose = (worker < 0 ? line : line + worker) + ":" + tick;
      known = new OfTick(worker, tick, cipher.permutation(whose, lastNumber));
      latest = known;
    }
    return known.permutation;
  }
}
