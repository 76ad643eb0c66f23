package io.mintmark.uuid;

import java.time.Instant;
import java.util.UUID;

/**
 * A half-open range of UUIDs in {@linkplain UuidOrder unsigned order}, for a filter such as {@code
 * id >= from and id < to}.
 *
 * @param from the first UUID
 * @param to the end, exclusive
 */
public record UuidRange(UUID from, UUID to) {

  /**
   * Returns the UUIDs of version 7 whose time lies in a span, for a filter on the primary key.
   * Rounds both moments up to the next millisecond, so that neighbouring spans share no UUID and
   * miss none.
   *
   * @param from the span's start
   * @param to its end, exclusive
   * @return the first UUID and the end, exclusive
   * @throws IllegalArgumentException if the span is reversed, or a moment does not fit 48 bits of
   *     milliseconds since 1970
   */
  public static UuidRange v7(Instant from, Instant to) {
    if (to.isBefore(from)) {
      throw new IllegalArgumentException(
          "a span does not end before it starts: from=" + from + ", to=" + to);
    }
    return new UuidRange(smallest(from), smallest(to));
  }

  private static UUID smallest(Instant moment) {
    if (moment.isBefore(Instant.EPOCH) || !moment.isBefore(UuidBits.V7_END)) {
      throw new IllegalArgumentException(
          "a version 7 UUID's time starts at 1970-01-01T00:00:00Z and ends before "
              + UuidBits.V7_END
              + ": moment="
              + moment);
    }
    return UuidBits.v7(moment.plusNanos(999_999).toEpochMilli(), 0, 0);
  }
}
