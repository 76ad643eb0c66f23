package io.mintmark.store.file;

import io.mintmark.internal.time.ElapsedClock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * This host's clock, which the store returns as its engine's clock. Generators compare their own
 * clock with the engine's; here both are the same clock, so that comparison would find nothing.
 * This class therefore compares the clock with elapsed time. If the clock jumps ahead of elapsed
 * time by more than {@link #DOUBTED}, its reading is doubted: until the jump has lasted for {@link
 * #BELIEVED_AFTER}, this class returns the time that follows from elapsed time. So if the clock is
 * a year ahead for a moment, no line is moved a year ahead. The readings of a corrected clock, and
 * of a host that slept for days, are accepted after that minute without an administrator.
 *
 * <p>The reading at the store's opening is accepted, because there is nothing to compare it with.
 * Thread-safe.
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
