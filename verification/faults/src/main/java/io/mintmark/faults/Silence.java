package io.mintmark.faults;

import java.util.concurrent.TimeUnit;

/**
 * For how long at most a server has not answered that had to: one that was neither killed nor
 * stopped, and that had answered since. When its first answer comes is no matter of silence but of
 * how long it takes to start. The time is that of a clock that stands still while nobody could have
 * heard it, as {@link LostTime#ranNanos} does.
 */
final class Silence {

  private State state = State.STARTING;
  private long sinceNanos;
  private long longestNanos;

  private enum State {
    ALLOWED,
    STARTING,
    ANSWERING
  }

  void answered(long nanos) {
    count(nanos);
    sinceNanos = nanos;
    if (state == State.STARTING) {
      state = State.ANSWERING;
    }
  }

  /** It may be silent from now on. */
  void allow(long nanos) {
    count(nanos);
    state = State.ALLOWED;
  }

  /** It has to answer again as soon as it can. */
  void end() {
    state = State.STARTING;
  }

  boolean isAllowed() {
    return state == State.ALLOWED;
  }

  /** Whether it has answered since it may not be silent. */
  boolean hasAnswered() {
    return state == State.ANSWERING;
  }

  /** Tells the longest in ms since this was last asked, also of one that has not ended yet. */
  long takeMs(long nanos) {
    count(nanos);
    long taken = longestNanos;
    longestNanos = 0;
    return TimeUnit.NANOSECONDS.toMillis(taken);
  }

  private void count(long nanos) {
    if (state == State.ANSWERING) {
      longestNanos = Math.max(longestNanos, nanos - sinceNanos);
    }
  }
}
