package io.mintmark.internal.line;

import io.mintmark.internal.line.RangeSource.ClaimRequest;
import io.mintmark.internal.line.RangeSource.Claimed;
import java.util.Optional;

/** Claims windows of a worker number's line. One thread calls it at a time. */
sealed interface WindowClaims permits PlainWindows, LossyWindows, SharedTicks {

  /**
   * Extends the held window, on its own number.
   *
   * @return empty if a number must be taken
   */
  Optional<Claimed> extend(ClaimRequest request);

  /**
   * Takes a number if no process uses it.
   *
   * @param seen the position of its line when it was read
   * @return empty if it is in use, or another process was faster
   */
  Optional<Claimed> tryTake(long worker, long seen, ClaimRequest request);
}
