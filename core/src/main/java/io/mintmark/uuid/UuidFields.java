package io.mintmark.uuid;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * The fields of a UUID, in the layouts of RFC 9562. Fields that the UUID's version does not have
 * are empty. If the variant is not that of the RFC, time, clock sequence and node are all empty.
 */
public final class UuidFields {

  private static final int RFC_VARIANT = 2;
  private static final long TICKS_PER_SECOND = 10_000_000;
  private static final int TICK_NANOS = 100;

  private final int version;
  private final int variant;
  private final Optional<Instant> time;
  private final OptionalInt clockSequence;
  private final OptionalLong node;

  private UuidFields(
      int version,
      int variant,
      Optional<Instant> time,
      OptionalInt clockSequence,
      OptionalLong node) {
    this.version = version;
    this.variant = variant;
    this.time = time;
    this.clockSequence = clockSequence;
    this.node = node;
  }

  /**
   * Reads the fields of a UUID.
   *
   * @param uuid any UUID
   * @return the fields of the UUID
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

  /** {@return the version bits of the UUID, 0 to 15; the RFC defines the versions 1 to 8} */
  public int version() {
    return version;
  }

  /** {@return the variant: 2 for UUIDs of the RFC, 0 for NCS, 6 for Microsoft, 7 reserved} */
  public int variant() {
    return variant;
  }

  /** {@return the time, in versions 1, 6 and 7} */
  public Optional<Instant> time() {
    return time;
  }

  /** {@return the clock sequence of 14 bits, in versions 1 and 6} */
  public OptionalInt clockSequence() {
    return clockSequence;
  }

  /** {@return the node of 48 bits, in versions 1 and 6} */
  public OptionalLong node() {
    return node;
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
