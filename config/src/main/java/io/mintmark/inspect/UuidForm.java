package io.mintmark.inspect;

import io.mintmark.error.InvalidIdException;
import io.mintmark.internal.text.Hex;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** 32 hex digits, plain or in groups of 8-4-4-4-12: a UUID of any variant (RFC 9562). */
final class UuidForm implements Form {

  private static final int DIGITS = 32;
  private static final Pattern GROUPS = Pattern.compile("[^-]{8}-[^-]{4}-[^-]{4}-[^-]{4}-[^-]{12}");

  /** Versions 1, 2 and 6 count ticks of 100 ns from this instant. */
  private static final Instant GREGORIAN = Instant.parse("1582-10-15T00:00:00Z");

  private static final long TICKS_PER_SECOND = 10_000_000;
  private static final long NANOS_PER_TICK = 100;

  /** The year of DCE, which defined UUIDs of version 1. */
  private static final Instant EARLIEST_DCE = Instant.parse("1990-01-01T00:00:00Z");

  private static final long LOW_12 = (1L << 12) - 1;

  @Override
  public List<Reading> read(String text, Instant now, Predicate<String> seen) {
    String digits = GROUPS.matcher(text).matches() ? text.replace("-", "") : text;
    if (digits.length() != DIGITS) {
      return List.of();
    }
    UUID uuid;
    try {
      uuid = new UUID(Hex.decode(digits, 0, DIGITS / 2), Hex.decode(digits, DIGITS / 2, DIGITS));
    } catch (InvalidIdException e) {
      return List.of();
    }
    return List.of(read(uuid, now));
  }

  static Reading read(UUID uuid, Instant now) {
    if (uuid.equals(new UUID(0, 0))) {
      return draft("uuid-nil", "The nil UUID", uuid, "data:128").reading();
    }
    if (uuid.equals(new UUID(-1, -1))) {
      return draft("uuid-max", "The max UUID", uuid, "data:128").reading();
    }
    return switch (uuid.variant()) {
      case 2 -> versioned(uuid, now);
      case 0 -> otherVariant(uuid, "uuid-ncs", "UUID of the NCS variant", 1);
      case 6 -> otherVariant(uuid, "uuid-microsoft", "UUID of the Microsoft variant", 3);
      default -> otherVariant(uuid, "uuid-reserved", "UUID of the reserved variant", 3);
    };
  }

  private static Reading versioned(UUID uuid, Instant now) {
    return switch (uuid.version()) {
      case 1 -> gregorian(uuid, now);
      case 2 -> dceSecurity(uuid, now);
      case 3 -> threeParts(uuid, "UUID version 3: MD5 of a name", "md5");
      case 4 -> threeParts(uuid, "UUID version 4: random", "random");
      case 5 -> threeParts(uuid, "UUID version 5: SHA-1 of a name", "sha1");
      case 6 -> reordered(uuid, now);
      case 7 -> unixTime(uuid, now);
      case 8 -> threeParts(uuid, "UUID version 8: its maker's own", "custom");
      default -> threeParts(uuid, "UUID of a version that is not defined", "data");
    };
  }

  private static ReadingBuilder draft(UUID uuid, String title, String layout) {
    return draft("uuid-v" + uuid.version(), title, uuid, layout).decimal("version");
  }

  private static ReadingBuilder draft(String kind, String title, UUID uuid, String layout) {
    return new ReadingBuilder(kind, title, uuid.toString())
        .bits(layout, uuid.getMostSignificantBits(), uuid.getLeastSignificantBits());
  }

  private static Reading gregorian(UUID uuid, Instant now) {
    String layout =
        "time-low:32 time-mid:16 version:4 time-high:12 variant:2 clock-sequence:14 node:48";
    return draft(uuid, "UUID version 1: time and node", layout)
        .time(gregorian(uuid.timestamp()), EARLIEST_DCE, now)
        .decimal("clock-sequence")
        .field("node", node(uuid))
        .reading();
  }

  private static Reading reordered(UUID uuid, Instant now) {
    long high = uuid.getMostSignificantBits();
    long ticks = high >>> 16 << 12 | (high & LOW_12);
    String layout = "time-high:48 version:4 time-low:12 variant:2 clock-sequence:14 node:48";
    return draft(uuid, "UUID version 6: time and node, in order of time", layout)
        .time(gregorian(ticks), EARLIEST_DCE, now)
        .decimal("clock-sequence")
        .field("node", node(uuid))
        .reading();
  }

  private static Reading dceSecurity(UUID uuid, Instant now) {
    long high = uuid.getMostSignificantBits();
    // The local id replaces the lowest 32 bits of the time, so this time is up to 7 minutes early.
    long ticks = (high & LOW_12) << 48 | (high >>> 16 & 0xFFFF) << 32;
    String layout = "local-id:32 time-mid:16 version:4 time-high:12"
        + " variant:2 clock-sequence:6 domain:8 node:48";
    return draft(uuid, "UUID version 2: DCE security", layout)
        .time(gregorian(ticks), EARLIEST_DCE, now)
        .decimal("domain", "local-id", "clock-sequence")
        .field("node", node(uuid))
        .reading();
  }

  private static Reading unixTime(UUID uuid, Instant now) {
    String layout = "time:48 version:4 random-a:12 variant:2 random-b:62";
    return draft(uuid, "UUID version 7: time and random", layout)
        .time(Instant.ofEpochMilli(uuid.getMostSignificantBits() >>> 16), Instant.EPOCH, now)
        .hex("random-a", "random-b")
        .reading();
  }

  private static Reading threeParts(UUID uuid, String title, String what) {
    String layout = "%s-a:48 version:4 %<s-b:12 variant:2 %<s-c:62".formatted(what);
    return draft(uuid, title, layout).reading();
  }

  private static Reading otherVariant(UUID uuid, String kind, String title, int variantBits) {
    String layout = "data-a:64 variant:" + variantBits + " data-b:" + (Long.SIZE - variantBits);
    return draft(kind, title, uuid, layout).reading();
  }

  private static Instant gregorian(long ticks) {
    return GREGORIAN
        .plusSeconds(ticks / TICKS_PER_SECOND)
        .plusNanos(ticks % TICKS_PER_SECOND * NANOS_PER_TICK);
  }

  /**
   * Formats the node. It is the address of a network interface, or a random number if the multicast
   * bit is set, because no interface has an address with that bit.
   */
  private static String node(UUID uuid) {
    String address = uuid.toString().substring(24);
    boolean random = (uuid.getLeastSignificantBits() >>> 40 & 1) != 0;
    return random ? address + " (random)" : address;
  }
}
