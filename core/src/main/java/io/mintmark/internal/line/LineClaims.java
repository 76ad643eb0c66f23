package io.mintmark.internal.line;

/** Claims on one line the positions that a call needs, and no more. Thread-safe. */
public interface LineClaims {

  /**
   * Claims the next positions, and waits for the store.
   *
   * @param count how many, 1 or more
   * @param deadline when to give up, in elapsed time; a request that was already sent to the store
   *     is not stopped
   * @return the first of the positions
   * @throws io.mintmark.error.ExhaustedException if fewer are left; nothing was claimed
   * @throws io.mintmark.error.ClockBehindException if others have claimed too far ahead of the
   *     clock
   * @throws io.mintmark.error.ClockAheadException if the clock is too far ahead of the engine's
   * @throws io.mintmark.error.StoreUnavailableException if the store did not answer, or other
   *     processes claimed first at every attempt
   * @throws io.mintmark.error.StoreRewoundException if the store gave out positions that this
   *     process owns; thrown by every later call too
   */
  long claim(long count, long deadline);

  /**
   * Returns how long the clock needs until a claimed position may be used.
   *
   * @param last the position; the positions before it may be used then too
   * @param deadline when to give up, in elapsed time
   * @return nanoseconds; 0 or less if it may be used now
   * @throws io.mintmark.error.ClockBehindException if the clock does not reach the position before
   *     the deadline
   */
  default long waitNanos(long last, long deadline) {
    return 0;
  }
}
