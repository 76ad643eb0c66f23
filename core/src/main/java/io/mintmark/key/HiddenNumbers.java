package io.mintmark.key;

import io.mintmark.generator.IdCipher;
import org.jspecify.annotations.Nullable;

/**
 * Hides the numbers of keys. Thread-safe.
 *
 * <p><b>Why no two keys are equal.</b> Equal keys show the same tick and worker. The tick and the
 * worker select the permutation, so equal hidden numbers are made from the same number. The number,
 * with its tick and worker, is one position on one worker's line, and that position was claimed
 * once. This argument requires that all generators that share worker numbers use the same secret,
 * and the store refuses a different one. The permutation depends on the capacity too. The capacity
 * is part of a pool's settings, or follows from the format of a name, so it is the same for all of
 * these generators.
 *
 * <p><b>Why each tick has its own permutation.</b> With one permutation for all ticks, the first
 * key of every day would show the same number. The lowest numbers would be those shown on most
 * days, so an observer could estimate how many keys a day has. The permutation of the last tick is
 * cached; a different tick or worker costs a few microseconds.
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
   * @param line the line that keys are made from; with workers, the prefix of their lines
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
