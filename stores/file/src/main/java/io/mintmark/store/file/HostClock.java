package io.mintmark.store.file;

import io.mintmark.time.ElapsedClock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * This host's clock as the engine's, with which generators compare theirs. As that is the same
 * clock, comparing it with itself would find nothing. So it is compared with elapsed time: a
 * reading of over a day more than has passed is not believed until it has lasted for a minute, and
 * the time is told that elapsed time gives. One moment in which the clock is a year ahead then
 * moves no line, and a clock that was set right, or a host that was asleep for days, is believed in
 * the end without anybody's help.
 *
 * <p>What the clock showed when the store was opened is believed: there is nothing to compare it
 * with. Thread-safe.
 */
final class HostClock {

  static final Duration DOUBTED = Duration.ofDays(1);
  static final Duration BELIEVED_AFTER = Duration.ofMinutes(1);

  private final InstantSource wall;
  private final ElapsedClock elapsed;
  private Instant last;
  private long lastNanos;
  private boolean doubted;
  private long doubtedSinceNanos;

  HostClock(InstantSource wall, ElapsedClock elapsed) {
    this.wall = wall;
    this.elapsed = elapsed;
    this.last = wall.instant();
    this.lastNanos = elapsed.nanos();
  }

  synchronized Instant instant() {
    Instant reading = wall.instant();
    long nanos = elapsed.nanos();
    Instant expected = last.plusNanos(nanos - lastNanos);
    if (reading.isAfter(expected.plus(DOUBTED))) {
      if (!doubted) {
        doubted = true;
        doubtedSinceNanos = nanos;
      }
      if (nanos - doubtedSinceNanos < BELIEVED_AFTER.toNanos()) {
        return expected;
      }
    }
    doubted = false;
    last = reading;
    lastNanos = nanos;
    return reading;
  }
}
