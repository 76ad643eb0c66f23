package io.mintmark.uuid;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * The fields of a UUID, in the layouts of RFC 9562. Fields that its version lacks are empty. If the
 * variant is not the RFC's, time, clock sequence and node are all empty.
 *
 * @param version 0 to 15, as in the UUID; the RFC defines 1 to 8
 * @param variant 2 for the UUIDs of the RFC; 0 NCS, 6 Microsoft, 7 reserved
 * @param time of versions 1, 6 and 7
 * @param clockSequence of versions 1 and 6, 14 bits
 * @param node of versions 1 and 6, 48 bits
 */
public record UuidFields(
    int version,
    int variant,
    Optional<Instant> time,
    OptionalInt clockSequence,
    OptionalLong node) {

  private static final int RFC_VARIANT = 2;
  private static final long TICKS_PER_SECOND = 10_000_000;
  private static final int TICK_NANOS = 100;

  /**
   * Reads the fields of a UUID.
   *
   * @param uuid any UUID
   * @return its fields
   */
  public static UuidFields of(UUID uuid) {
    long high = uuid.getMostSignificantBits();
    long low = uuid.getLeastSignificantBits();
    int version = uuid.version();
    int variant = uuid.variant();
    if (variant == RFC_VARIANT && (version == 1 || version == 6)) {
      return new UuidFields(
          version,
          variant,
          Optional.of(gregorian(version == 1 ? ticksOfV1(high) : ticksOfV6(high))),
          OptionalInt.of((int) (low >>> 48) & 0x3fff),
          OptionalLong.of(low & (-1L >>> 16)));
    }
    boolean v7 = variant == RFC_VARIANT && version == 7;
    return new UuidFields(
        version,
        variant,
        v7 ? Optional.of(Instant.ofEpochMilli(high >>> 16)) : Optional.empty(),
        OptionalInt.empty(),
        OptionalLong.empty());
  }

  private static long ticksOfV1(long high) {
    return (high & 0xfff) << 48 | (high & 0xffff_0000L) << 16 | high >>> 32;
  }

  private static long ticksOfV6(long high) {
    return high >>> 16 << 12 | (high & 0xfff);
  }

  private static Instant gregorian(long ticks) {
    return UuidBits.GREGORIAN_EPOCH
        .plusSeconds(ticks / TICKS_PER_SECOND)
        .plusNanos(ticks % TICKS_PER_SECOND * TICK_NANOS);
  }
}
