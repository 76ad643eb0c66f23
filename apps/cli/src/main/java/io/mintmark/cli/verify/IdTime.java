package io.mintmark.cli.verify;

import io.mintmark.snowflake.SnowflakeLayout;
import java.time.Duration;
import java.time.Instant;

/** The time in ids, where their form has one. */
final class IdTime {

  /** What {@link #epochMs} returns for an id without a time. */
  static final long NONE = Long.MIN_VALUE;

  private static final Duration AHEAD = Duration.ofDays(1);

  /**
   * Numbers of the layout's first month are taken for a sequence's, not for times: it would have to
   * count to 10^16 to be misread.
   */
  private static final Duration YOUNG = Duration.ofDays(30);

  /** Ticks of 100 ns from 1582-10-15, where UUIDs begin, to 1970-01-01. */
  private static final long GREGORIAN_TICKS = 0x01B2_1DD2_1381_4000L;

  private static final long TICKS_PER_MS = 10_000;

  private final SnowflakeLayout layout;
  private final long leastMs;
  private final long mostMs;

  IdTime(SnowflakeLayout layout, Instant now) {
    this.layout = layout;
    this.leastMs = layout.epoch().plus(YOUNG).toEpochMilli();
    this.mostMs = now.plus(AHEAD).toEpochMilli();
  }

  long epochMs(IdKey key) {
    return switch (key.form()) {
      case NUMBER -> ofNumber(key.number());
      case OBJECT_ID -> (key.high() >>> 32) * 1000;
      case UUID -> ofUuid(key.high());
      case TEXT -> NONE;
    };
  }

  private long ofNumber(long number) {
    if (!layout.fits(number)) {
      return NONE;
    }
    long ms = layout.decode(number).time().toEpochMilli();
    return ms >= leastMs && ms <= mostMs ? ms : NONE;
  }

  private static long ofUuid(long high) {
    int version = (int) (high >>> 12) & 0xF;
    return switch (version) {
      case 1 -> ofTicks((high & 0xFFF) << 48 | (high & 0xFFFF_0000L) << 16 | high >>> 32);
      case 6 -> ofTicks(high >>> 16 << 12 | (high & 0xFFF));
      case 7 -> high >>> 16;
      default -> NONE;
    };
  }

  private static long ofTicks(long ticks) {
    return Math.floorDiv(ticks - GREGORIAN_TICKS, TICKS_PER_MS);
  }
}
