package io.mintmark.uuid;

import io.mintmark.error.Message;
import io.mintmark.internal.text.TimeSpan;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/**
 * A half-open range of UUIDs in {@linkplain Uuids#UNSIGNED unsigned order}, for a filter such as {@code
 * id >= from and id < to}.
 *
 * @param from the first UUID
 * @param to the end, exclusive
 */
public record UuidRange(UUID from, UUID to) {

  /**
   * Returns the range of the UUIDs of version 7 whose time is in a span, for a filter on the
   * primary key. Both moments are rounded up to the next millisecond, so that each UUID belongs to
   * exactly one of two adjacent spans.
   *
   * @param from the span's start
   * @param to the span's end, exclusive
   * @return the range, from the first UUID to the end, exclusive
   * @throws IllegalArgumentException if the span is reversed, or a moment does not fit 48 bits of
   *     milliseconds since 1970
   */
  public static UuidRange v7(Instant from, Instant to) {
    TimeSpan.check(from, to);
    return new UuidRange(smallestV7(from), smallestV7(to));
  }

  /**
   * Returns the range of the UUIDs of version 6 whose time is in a span, for a filter on the
   * primary key. Both moments are rounded up to the next 100 ns, so that each UUID belongs to
   * exactly one of two adjacent spans.
   *
   * @param from the span's start
   * @param to the span's end, exclusive
   * @return the range, from the first UUID to the end, exclusive
   * @throws IllegalArgumentException if the span is reversed, or a moment does not fit 60 bits of
   *     100 ns since 1582-10-15
   */
  public static UuidRange v6(Instant from, Instant to) {
    TimeSpan.check(from, to);
    return new UuidRange(smallestV6(from), smallestV6(to));
  }

  private static UUID smallestV7(Instant moment) {
    checkMoment(7, Instant.EPOCH, UuidBits.V7_END, Duration.ofMillis(1), moment);
    return UuidBits.v7(moment.plusNanos(999_999).toEpochMilli(), 0, 0);
  }

  private static UUID smallestV6(Instant moment) {
    checkMoment(6, UuidBits.GREGORIAN_EPOCH, UuidBits.V6_END, Duration.ofNanos(100), moment);
    Duration since = Duration.between(UuidBits.GREGORIAN_EPOCH, moment.plusNanos(99));
    return UuidBits.v6(since.toSeconds() * 10_000_000 + since.toNanosPart() / 100, 0, 0);
  }

  private static void checkMoment(
      int version, Instant start, Instant end, Duration unit, Instant moment) {
    if (moment.isBefore(start) || moment.isAfter(end.minus(unit))) {
      throw new IllegalArgumentException(Message.of(
          "the time is outside a version {} UUID's, from {} to before {}: moment={}",
          version,
          start,
          end,
          moment));
    }
  }
}
