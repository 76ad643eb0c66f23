package io.mintmark.internal.line;

import io.mintmark.internal.line.RangeSource.ClaimRequest;
import io.mintmark.internal.line.RangeSource.Claimed;
import java.util.Optional;

/**
 * Claims windows (spans of time) on the lines of worker numbers. Called by one thread at a time.
 */
sealed interface WindowClaims permits PlainWindows, LossyWindows, SharedTicks {

  /**
   * Extends the window that the line holds, with a claim on the line of the same worker number.
   *
   * @return the claimed range; empty if a worker number must be taken
   */
  Optional<Claimed> extend(ClaimRequest request);

  /**
   * Takes a worker number if no process uses it.
   *
   * @param seen the position of the number's line when it was read
   * @return the claimed range; empty if the number is in use, or if another process has taken it
   *     first
   */
  Optional<Claimed> tryTake(long worker, long seen, ClaimRequest request);
}
