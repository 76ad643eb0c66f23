package io.mintmark.generator;

/** The reaction of a generator whose clock has stepped back by more than the tolerance. */
public enum OnClockBehind {
  /**
   * Takes an idle worker number at the clock's new time and continues there, or refuses if no
   * number is idle. New ids are then lower than earlier ids, but still unique.
   */
  HOP,

  /**
   * Refuses with a {@link io.mintmark.error.ClockBehindException} until the clock has caught up.
   */
  REFUSE,

  /** Waits for the clock to catch up, at most the claim timeout, then refuses. */
  WAIT
}
