package io.mintmark.internal.line;

/**
 * Makes claims on one line (a named, durable counter in the store). Each claim takes only the
 * positions that a call needs. Thread-safe.
 */
public interface LineClaims {

  /**
   * Claims the next positions. Waits for the store.
   *
   * @param count the number of ids to make, 1 or more
   * @param deadline when to give up, in elapsed time. A request that was already sent to the store
   *     is not cancelled
   * @return the first of the positions
   * @throws io.mintmark.error.ExhaustedException if the line has fewer positions left; nothing was
   *     claimed
   * @throws io.mintmark.error.ClockBehindException if other processes have claimed too far ahead of
   *     this process's clock
   * @throws io.mintmark.error.ClockAheadException if this process's clock is too far ahead of the
   *     engine's clock
   * @throws io.mintmark.error.StoreUnavailableException if the store did not answer, or other
   *     processes claimed first at every attempt
   * @throws io.mintmark.error.StoreRewoundException if the store gave out positions that this
   *     process already owns; every later call throws it too
   */
  long claim(long count, long deadline);

  /**
   * Returns whether claims of this process should be made one after another. They move the line by
   * compareAndSet, so of several claims at the same time, all except one would fail. Their
   * positions may be used at once: {@link #waitNanos} is 0.
   *
   * @return whether one thread at a time should claim, for all that wait
   */
  default boolean inTurn() {
    return false;
  }

  /**
   * Returns the end, exclusive, of the positions from which a number of ids are made. {@link
   * #claim} claims all of them.
   *
   * @param start the first position
   * @param count the number of ids, 1 or more
   * @return the end
   */
  default long end(long start, long count) {
    return start + count;
  }

  /**
   * Returns how long to wait until a claimed position may be used, because it is ahead of the
   * clock.
   *
   * @param last the position; all positions before it may be used then too
   * @param deadline when to give up, in elapsed time
   * @return the time in nanoseconds; 0 or less if the position may be used now
   * @throws io.mintmark.error.ClockBehindException if the clock does not reach the position before
   *     the deadline
   */
  default long waitNanos(long last, long deadline) {
    return 0;
  }
}
