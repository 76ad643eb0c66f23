package io.mintmark.uuid;

import io.mintmark.error.Message;
import io.mintmark.generator.ValueRange;
import io.mintmark.internal.text.TimeSpan;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/** Computes the ranges of UUIDs that belong to a span of time. */
final class UuidRange {

  private UuidRange() {}

  static ValueRange<UUID> v7(Instant from, Instant to) {
    TimeSpan.check(from, to);
    return new ValueRange<>(smallestV7(from), smallestV7(to));
  }

  static ValueRange<UUID> v6(Instant from, Instant to) {
    TimeSpan.check(from, to);
    return new ValueRange<>(smallestV6(from), smallestV6(to));
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
