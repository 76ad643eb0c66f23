package io.mintmark.key;

import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;

/**
 * A clock that shows a zone's local time as if it were UTC's. In the autumn of a zone with summer
 * time it steps back by an hour, as clocks on walls do.
 */
record LocalWall(InstantSource clock, ZoneId zone) implements InstantSource {

  @Override
  public Instant instant() {
    return shown(clock.instant());
  }

  Instant shown(Instant moment) {
    return moment.plusSeconds(zone.getRules().getOffset(moment).getTotalSeconds());
  }
}
