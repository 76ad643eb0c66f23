package io.mintmark.key;

import io.mintmark.generator.IdCipher;
import org.jspecify.annotations.Nullable;

/**
 * Hides the numbers of keys. Thread-safe.
 *
 * <p><b>Why no two keys are equal.</b> Equal keys show the same tick and worker. These two choose
 * the permutation, so equal hidden numbers come from one number: from one position of one worker's
 * line, which was claimed once. That takes one secret for all generators that share worker numbers,
 * and the store refuses another. How many numbers there are chooses the permutation too, and is
 * one of the settings of a scope, or stands in the format of a name.
 *
 * <p><b>Why each tick has its own.</b> With one permutation for all, the first key of every day
 * would show the same number, and the numbers that come on most days would be the lowest: so one
 * could learn how many keys a day has. The permutation of the last tick is kept; another tick or
 * worker costs some microseconds.
 */
final class HiddenNumbers {

  private final IdCipher cipher;
  private final String line;
  private final long lastNumber;
  private volatile @Nullable OfTick latest;

  /** What hides the numbers of a tick of a worker. */
  private record OfTick(long worker, long tick, IdCipher.Permutation permutation) {}

  /**
   * Hides numbers.
   *
   * @param line the line that keys are made from; with workers, what comes before their number
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
