package io.mintmark.generator;

/** The choices of a generator whose clock has stepped back by more than the tolerance. */
public enum OnClockBehind {
  /**
   * Takes an idle worker number at the clock's new time and goes on there; if there is none, it
   * refuses. Ids are then lower than earlier ones, and still unique.
   */
  HOP,

  /** Refuses with a {@link io.mintmark.error.ClockBehindException} until the clock is back. */
  REFUSE,

  /** Waits for the clock, at most the claim timeout, then refuses. */
  WAIT
}
