package io.mintmark.internal.line;

import io.mintmark.internal.line.RangeSource.ClaimRequest;
import io.mintmark.internal.line.RangeSource.Claimed;
import java.util.Optional;

/** How a worker number's line is claimed. One thread calls it at a time. */
sealed interface WindowClaims permits PlainWindows, LossyWindows, SharedTicks {

  /**
   * Extends the window that is held, on its own number.
   *
   * @return empty if a number has to be taken
   */
  Optional<Claimed> extend(ClaimRequest request);

  /**
   * Takes a number if nobody uses it.
   *
   * @param seen where its line was seen to stand
   * @return empty if it is in use, or another process was faster
   */
  Optional<Claimed> tryTake(long worker, long seen, ClaimRequest request);
}
