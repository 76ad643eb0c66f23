package io.mintmark.internal.line;

/** Claims on one line what a call needs, and nothing more. Thread-safe. */
public interface LineClaims {

  /**
   * Claims the next positions; waits for the store.
   *
   * @param count how many, 1 or more
   * @param deadline when to give up, by the elapsed clock; what has begun by then goes on
   * @return the first of them
   * @throws io.mintmark.error.ExhaustedException if fewer are left; nothing was claimed
   * @throws io.mintmark.error.ClockBehindException if others have claimed too far ahead of the
   *     clock
   * @throws io.mintmark.error.ClockAheadException if the clock is too far ahead of the engine's
   * @throws io.mintmark.error.StoreUnavailableException if the store did not answer, or others were
   *     always faster
   * @throws io.mintmark.error.StoreRewoundException if the store gave out what this process owns;
   *     from then on always
   */
  long claim(long count, long deadline);

  /**
   * Tells how long the clock needs until a claimed position may be used.
   *
   * @param last the position, and those before it
   * @param deadline when to give up, by the elapsed clock
   * @return nanoseconds; 0 or less if it may be used now
   * @throws io.mintmark.error.ClockBehindException if the clock does not come there in time
   */
  default long waitNanos(long last, long deadline) {
    return 0;
  }
}
