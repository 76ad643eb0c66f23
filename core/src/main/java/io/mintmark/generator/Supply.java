package io.mintmark.generator;

import java.time.Duration;
import java.util.Optional;

/** The ids that a generator has claimed ahead, for monitoring. */
public final class Supply {

  private final long left;
  private final Optional<Duration> lapsesIn;
  private final long clockStepsBack;

  /**
   * Creates a value.
   *
   * @param left see {@link #left}
   * @param lapsesIn see {@link #lapsesIn}
   * @param clockStepsBack see {@link #clockStepsBack}
   */
  public Supply(long left, Optional<Duration> lapsesIn, long clockStepsBack) {
    this.left = left;
    this.lapsesIn = lapsesIn;
    this.clockStepsBack = clockStepsBack;
  }

  /**
   * {@return the number of claimed ids that can still be handed out without a call to the store, 0
   * or more; 0 while the clock is behind by more than the tolerance}
   */
  public long left() {
    return left;
  }

  /**
   * {@return the time until the claimed ids expire, because the times that they contain have then
   * passed; zero if nothing is claimed, empty for ids that do not expire}
   */
  public Optional<Duration> lapsesIn() {
    return lapsesIn;
  }

  /** {@return how often the wall clock had stepped back when it was read to make ids} */
  public long clockStepsBack() {
    return clockStepsBack;
  }
}
