package io.mintmark.sequence;

import io.mintmark.LongGenerator;

/**
 * Numbers that count up, or round and round, for all processes of one store. Thread-safe.
 *
 * <p>A <i>strict</i> sequence claims each number (or batch) from the store: its numbers have one
 * order over all processes. A <i>segmented</i> one claims segments ahead: each number is greater
 * than every one this instance returned before, between processes there is no order, and a process
 * that ends leaves a gap of at most what it had claimed.
 *
 * <p>{@link #next()} of a segmented sequence takes nanoseconds while its segment lasts, and waits
 * for the store at most the claim timeout when it does not; of a strict one it always waits.
 */
public interface Sequence extends LongGenerator {

  /** What {@link #kind()} answers. */
  String KIND = "sequence";

  /**
   * Reserves numbers that follow each other without a gap, as Redis INCRBY does.
   *
   * @param count how many, 1 to {@value SequenceBuilder#MAX_RESERVE}
   * @return the last of them; the first is {@code count - 1} below
   * @throws IllegalArgumentException if count is out of range; none is taken
   * @throws UnsupportedOperationException if this sequence has a step other than 1 or a cycle
   * @throws io.mintmark.MintmarkException as {@link #next()} does; what was taken is burned
   */
  long reserve(long count);

  /**
   * Tells whether every call claims from the store, and so waits for it.
   *
   * @return true for a strict sequence, false for a segmented one
   */
  boolean isStrict();
}
