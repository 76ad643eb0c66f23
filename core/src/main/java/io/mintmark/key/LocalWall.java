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
record LocalWall(InstantSource clock, ZoneId zone) implements InstantSource {

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
   * The latest that this clock may show while another, which may differ by so much, shows a moment:
   * at a change of the zone's time the two lie on either side of it for a while.
   */
  Instant latest(Instant moment, Duration skew) {
    int before = Math.max(offset(moment.minus(skew)), offset(moment));
    return moment.plusSeconds(Math.max(before, offset(moment.plus(skew))));
  }

  /** What this clock has shown at most by now: in autumn's repeated hour, the end of that hour. */
  Instant highest() {
    Instant now = clock.instant();
    Instant shown = shown(now);
    ZoneOffsetTransition last = zone.getRules().previousTransition(now.plusNanos(1));
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
