package io.mintmark.key;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;

/**
 * A clock that shows a zone's local time as if it were UTC's. In the autumn of a zone with summer
 * time it steps back by an hour, as clocks on walls do.
 */
record LocalTimeClock(InstantSource clock, ZoneId zone) implements InstantSource {

  private static final Duration CATCH_UP = Duration.ofDays(1);

  @Override
  public Instant instant() {
    return shown(clock.instant());
  }

  private Instant shown(Instant moment) {
    return moment.plusSeconds(offset(moment));
  }

  private int offset(Instant moment) {
    return zone.getRules().getOffset(moment).getTotalSeconds();
  }

  /**
   * Returns the latest time that this clock may show while another clock, which may differ by the
   * given skew, shows a moment. At a change of the zone's time the two lie on either side of it for
   * a while.
   */
  Instant latest(Instant moment, Duration skew) {
    int before = Math.max(offset(moment.minus(skew)), offset(moment));
    return moment.plusSeconds(Math.max(before, offset(moment.plus(skew))));
  }

  /**
   * What this clock would show if it had not stepped back in autumn. The times of the hour that
   * repeats are claimed already, so that keys go on with those after it, ahead of the clock without
   * any clock being wrong. When that hour is over this comes back to the clock within a day, and so
   * do keys that are made at less than 95 % of the capacity.
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

  /** What this clock has shown at most by a moment: in the hour that repeats, the end of that. */
  Instant highestBy(Instant moment) {
    Instant shown = shown(moment);
    ZoneOffsetTransition last = zone.getRules().previousTransition(moment.plusNanos(1));
    if (last == null) {
      return shown;
    }
    Instant before = last.getDateTimeBefore().toInstant(ZoneOffset.UTC);
    return before.isAfter(shown) ? before : shown;
  }

  /** When it shows a time; of an hour that repeats, the first time. */
  Instant moment(Instant shown) {
    return LocalDateTime.ofInstant(shown, ZoneOffset.UTC).atZone(zone).toInstant();
  }
}
