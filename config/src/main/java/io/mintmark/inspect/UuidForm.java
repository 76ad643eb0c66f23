package io.mintmark.inspect;

import io.mintmark.error.InvalidIdException;
import io.mintmark.internal.text.Hex;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;

/** 32 hex digits, plain or in groups of 8-4-4-4-12: a UUID of any variant (RFC 9562). */
final class UuidForm implements Form {

  private static final int DIGITS = 32;
  private static final int LENGTH = 36;
  private static final int[] HYPHENS = {8, 13, 18, 23};

  /** Versions 1, 2 and 6 count ticks of 100 ns from this instant. */
  private static final Instant GREGORIAN = Instant.parse("1582-10-15T00:00:00Z");

  private static final long TICKS_PER_SECOND = 10_000_000;
  private static final long NANOS_PER_TICK = 100;

  /** The year of DCE, which defined UUIDs of version 1. */
  private static final Instant EARLIEST_DCE = Instant.parse("1990-01-01T00:00:00Z");

  private static final long LOW_12 = (1L << 12) - 1;
  private static final long LOW_48 = (1L << 48) - 1;
  private static final long LOW_62 = (1L << 62) - 1;

  @Override
  public List<Reading> read(String text, Instant now, Predicate<String> seen) {
    String digits = digits(text);
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

  private static String digits(String text) {
    if (text.length() != LENGTH) {
      return text;
    }
    for (int hyphen : HYPHENS) {
      if (text.charAt(hyphen) != '-') {
        return text;
      }
    }
    return text.replace("-", "");
  }

  static Reading read(UUID uuid, Instant now) {
    if (uuid.equals(new UUID(0, 0))) {
      return whole(uuid, "uuid-nil", "The nil UUID");
    }
    if (uuid.equals(new UUID(-1, -1))) {
      return whole(uuid, "uuid-max", "The max UUID");
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

  private static ReadingBuilder draft(UUID uuid, String title) {
    return new ReadingBuilder("uuid-v" + uuid.version(), title, uuid.toString())
        .field("version", Integer.toString(uuid.version()));
  }

  private static Reading gregorian(UUID uuid, Instant now) {
    long high = uuid.getMostSignificantBits();
    ReadingBuilder draft = draft(uuid, "UUID version 1: time and node")
        .time(gregorian(uuid.timestamp()), EARLIEST_DCE, now)
        .bits("time-low", 32, high >>> 32)
        .bits("time-mid", 16, high >>> 16 & 0xFFFF)
        .bits("version", 4, 1)
        .bits("time-high", 12, high & LOW_12);
    return clockAndNode(draft, uuid);
  }

  private static Reading reordered(UUID uuid, Instant now) {
    long high = uuid.getMostSignificantBits();
    long ticks = high >>> 16 << 12 | (high & LOW_12);
    ReadingBuilder draft = draft(uuid, "UUID version 6: time and node, in order of time")
        .time(gregorian(ticks), EARLIEST_DCE, now)
        .bits("time-high", 48, high >>> 16)
        .bits("version", 4, 6)
        .bits("time-low", 12, high & LOW_12);
    return clockAndNode(draft, uuid);
  }

  private static Reading clockAndNode(ReadingBuilder draft, UUID uuid) {
    long low = uuid.getLeastSignificantBits();
    long clock = low >>> 48 & 0x3FFF;
    return draft
        .field("clock-sequence", Long.toString(clock))
        .field("node", node(low))
        .bits("variant", 2, 2)
        .bits("clock-sequence", 14, clock)
        .bits("node", 48, low & LOW_48)
        .reading();
  }

  private static Reading dceSecurity(UUID uuid, Instant now) {
    long high = uuid.getMostSignificantBits();
    long low = uuid.getLeastSignificantBits();
    // The local id replaces the lowest 32 bits of the time, so this time is up to 7 minutes early.
    long ticks = (high & LOW_12) << 48 | (high >>> 16 & 0xFFFF) << 32;
    return draft(uuid, "UUID version 2: DCE security")
        .time(gregorian(ticks), EARLIEST_DCE, now)
        .field("domain", Long.toString(low >>> 48 & 0xFF))
        .field("local-id", Long.toString(high >>> 32))
        .field("clock-sequence", Long.toString(low >>> 56 & 0x3F))
        .field("node", node(low))
        .bits("local-id", 32, high >>> 32)
        .bits("time-mid", 16, high >>> 16 & 0xFFFF)
        .bits("version", 4, 2)
        .bits("time-high", 12, high & LOW_12)
        .bits("variant", 2, 2)
        .bits("clock-sequence", 6, low >>> 56 & 0x3F)
        .bits("domain", 8, low >>> 48 & 0xFF)
        .bits("node", 48, low & LOW_48)
        .reading();
  }

  private static Reading unixTime(UUID uuid, Instant now) {
    long high = uuid.getMostSignificantBits();
    return draft(uuid, "UUID version 7: time and random")
        .time(Instant.ofEpochMilli(high >>> 16), Instant.EPOCH, now)
        .field("random-a", String.format("%03x", high & LOW_12))
        .field("random-b", String.format("%016x", uuid.getLeastSignificantBits() & LOW_62))
        .bits("time", 48, high >>> 16)
        .bits("version", 4, 7)
        .bits("random-a", 12, high & LOW_12)
        .bits("variant", 2, 2)
        .bits("random-b", 62, uuid.getLeastSignificantBits() & LOW_62)
        .reading();
  }

  private static Reading threeParts(UUID uuid, String title, String what) {
    long high = uuid.getMostSignificantBits();
    return draft(uuid, title)
        .bits(what + "-a", 48, high >>> 16)
        .bits("version", 4, uuid.version())
        .bits(what + "-b", 12, high & LOW_12)
        .bits("variant", 2, 2)
        .bits(what + "-c", 62, uuid.getLeastSignificantBits() & LOW_62)
        .reading();
  }

  private static Reading otherVariant(UUID uuid, String kind, String title, int variantBits) {
    long low = uuid.getLeastSignificantBits();
    int rest = Long.SIZE - variantBits;
    return new ReadingBuilder(kind, title, uuid.toString())
        .bits("data-a", 64, uuid.getMostSignificantBits())
        .bits("variant", variantBits, low >>> rest)
        .bits("data-b", rest, low & ((1L << rest) - 1))
        .reading();
  }

  private static Reading whole(UUID uuid, String kind, String title) {
    return new ReadingBuilder(kind, title, uuid.toString())
        .bits("data", 128, uuid.getMostSignificantBits(), uuid.getLeastSignificantBits())
        .reading();
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
  private static String node(long low) {
    boolean random = (low >>> 40 & 1) != 0;
    return String.format("%012x", low & LOW_48) + (random ? " (random)" : "");
  }
}
