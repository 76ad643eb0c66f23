package io.mintmark.server.access;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;

/**
 * Counts the ids of one token and one day, in UTC, in this process. It is kept when the tokens are
 * read again, so that a change of the file gives nobody a second day. Thread-safe.
 */
final class DailyCount {

  private final InstantSource clock;
  private LocalDate day = LocalDate.EPOCH;
  private long used;

  DailyCount(InstantSource clock) {
    this.clock = clock;
  }

  /**
   * Spends if there is so much left today.
   *
   * @param count how many ids, 0 or more
   * @param most how many a day may have
   * @return how long to wait for the next day; zero if it was spent
   */
  synchronized Duration spend(long count, long most) {
    Instant now = clock.instant();
    LocalDate today = LocalDate.ofInstant(now, ZoneOffset.UTC);
    if (!today.equals(day)) {
      day = today;
      used = 0;
    }
    if (count > most - used) {
      Instant next = today.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant();
      return Duration.between(now, next);
    }
    used += count;
    return Duration.ZERO;
  }
}
