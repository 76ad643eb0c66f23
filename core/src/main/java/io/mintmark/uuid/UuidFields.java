package io.mintmark.uuid;

import java.time.Instant;
import java.util.Objects;
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

  private final UUID uuid;

  private UuidFields(UUID uuid) {
    this.uuid = uuid;
  }

  /**
   * Reads the fields of a UUID.
   *
   * @param uuid any UUID
   * @return the fields of the UUID
   */
  public static UuidFields of(UUID uuid) {
    return new UuidFields(Objects.requireNonNull(uuid, "uuid"));
  }

  /** {@return the time, in versions 1, 6 and 7} */
  public Optional<Instant> time() {
    long high = uuid.getMostSignificantBits();
    return switch (layout()) {
      case 1 -> gregorian((high & 0xfff) << 48 | (high & 0xffff_0000L) << 16 | high >>> 32);
      case 6 -> gregorian(high >>> 16 << 12 | (high & 0xfff));
      case 7 -> Optional.of(Instant.ofEpochMilli(high >>> 16));
      default -> Optional.empty();
    };
  }

  /** {@return the clock sequence of 14 bits, in versions 1 and 6} */
  public OptionalInt clockSequence() {
    return hasNode()
        ? OptionalInt.of((int) (uuid.getLeastSignificantBits() >>> 48) & 0x3fff)
        : OptionalInt.empty();
  }

  /** {@return the node of 48 bits, in versions 1 and 6} */
  public OptionalLong node() {
    return hasNode()
        ? OptionalLong.of(uuid.getLeastSignificantBits() & (-1L >>> 16))
        : OptionalLong.empty();
  }

  /** Returns the version, or 0 if the variant is not that of the RFC. */
  private int layout() {
    return uuid.variant() == RFC_VARIANT ? uuid.version() : 0;
  }

  private boolean hasNode() {
    return layout() == 1 || layout() == 6;
  }

  private static Optional<Instant> gregorian(long ticks) {
    return Optional.of(UuidBits.GREGORIAN_EPOCH
        .plusSeconds(ticks / 10_000_000)
        .plusNanos(ticks % 10_000_000 * 100));
  }
}
