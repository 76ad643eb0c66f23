package io.mintmark.key;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;

/**
 * A clock that shows a zone's local time as if it were UTC. If the zone has summer time, the clock
 * steps back by an hour in autumn.
 */
record LocalTimeClock(InstantSource clock, ZoneId zone) implements InstantSource {

  private static final Duration CATCH_UP = Duration.ofDays(1);

  @Override
  public Instant instant() {
    return shown(clock.instant());
  }

  /** Returns the time that this clock shows at a moment. */
  Instant shown(Instant moment) {
    return moment.plusSeconds(offset(moment));
  }

  private int offset(Instant moment) {
    return zone.getRules().getOffset(moment).getTotalSeconds();
  }

  /**
   * Returns the latest time that this clock may show when another clock shows the given moment. The
   * two clocks may differ by the given skew. Near a change of the zone's offset, one of the clocks
   * may be before the change and the other after it.
   */
  Instant latest(Instant moment, Duration skew) {
    int before = Math.max(offset(moment.minus(skew)), offset(moment));
    return moment.plusSeconds(Math.max(before, offset(moment.plus(skew))));
  }

  /**
   * Returns the time that this clock would show if it had not stepped back in autumn. While the
   * clock repeats an hour, the times of that hour are already claimed, so keys continue with later
   * times. The times of keys are then ahead of this clock although no clock is wrong. After the
   * repeated hour, the result of this method approaches this clock's time, and reaches it within a
   * day. The times of keys approach it too, if keys are made at less than 95 % of the capacity.
   */
  Instant highest() {
    Instant now = clock.instant();
    Instant shown = shown(now);
    ZoneOffsetTransition last = zone.getRules().previousTransition(now.plusNanos(1));
    if (last == null || !last.isOverlap()) {
      return shown;
    }
    Duration step = last.getDuration().negated();
    long leftMs = CATCH_UP.toMillis()
        - Math.max(0, Duration.between(last.getInstant().plus(step), now).toMillis());
    return leftMs <= 0 ? shown : shown.plusMillis(step.toMillis() * leftMs / CATCH_UP.toMillis());
  }

  /**
   * Returns the latest time that this clock has shown up to a moment. During a repeated hour, this
   * is the end of that hour.
   */
  Instant highestBy(Instant moment) {
    Instant shown = shown(moment);
    ZoneOffsetTransition last = zone.getRules().previousTransition(moment.plusNanos(1));
    if (last == null) {
      return shown;
    }
    Instant before = last.getDateTimeBefore().toInstant(ZoneOffset.UTC);
    return before.isAfter(shown) ? before : shown;
  }

  /**
   * Returns the moment at which this clock shows a time; in a repeated hour, the first such moment.
   * For a time that the clock skips in spring, returns the moment at which it skips it. So the
   * result never falls if the time rises.
   */
  Instant moment(Instant shown) {
    LocalDateTime local = LocalDateTime.ofInstant(shown, ZoneOffset.UTC);
    ZoneOffsetTransition step = zone.getRules().getTransition(local);
    return step != null && step.isGap() ? step.getInstant() : local.atZone(zone).toInstant();
  }
}
