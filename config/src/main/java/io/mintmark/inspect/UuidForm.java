package io.mintmark.inspect;

import io.mintmark.error.InvalidIdException;
import io.mintmark.internal.text.Hex;
import io.mintmark.uuid.UuidFields;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** 32 hex digits, plain or in groups of 8-4-4-4-12: a UUID of any variant (RFC 9562). */
final class UuidForm implements Form {

  private static final int DIGITS = 32;
  private static final Pattern GROUPS = Pattern.compile("[^-]{8}-[^-]{4}-[^-]{4}-[^-]{4}-[^-]{12}");

  /** The year of DCE, which defined UUIDs of version 1. */
  private static final Instant EARLIEST_DCE = Instant.parse("1990-01-01T00:00:00Z");

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
      case 1 ->
        gregorian(
            uuid,
            "UUID version 1: time and node",
            "time-low:32 time-mid:16 version:4 time-high:12 variant:2 clock-sequence:14 node:48",
            now,
            uuid);
      case 2 ->
        gregorian(
            uuid,
            "UUID version 2: DCE security",
            "local-id:32 time-mid:16 version:4 time-high:12 variant:2 clock-sequence:6 domain:8"
                + " node:48",
            now,
            withoutLocalId(uuid),
            "domain",
            "local-id");
      case 3 -> threeParts(uuid, "UUID version 3: MD5 of a name", "md5");
      case 4 -> threeParts(uuid, "UUID version 4: random", "random");
      case 5 -> threeParts(uuid, "UUID version 5: SHA-1 of a name", "sha1");
      case 6 ->
        gregorian(
            uuid,
            "UUID version 6: time and node, in order of time",
            "time-high:48 version:4 time-low:12 variant:2 clock-sequence:14 node:48",
            now,
            uuid);
      case 7 ->
        draft(
                uuid,
                "UUID version 7: time and random",
                "time:48 version:4 random-a:12 variant:2 random-b:62")
            .time(UuidFields.of(uuid).time().orElseThrow(), Instant.EPOCH, now)
            .hex("random-a", "random-b")
            .reading();
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

  private static Reading gregorian(
      UUID uuid, String title, String layout, Instant now, UUID timed, String... numbers) {
    return draft(uuid, title, layout)
        .time(UuidFields.of(timed).time().orElseThrow(), EARLIEST_DCE, now)
        .decimal(numbers)
        .decimal("clock-sequence")
        .field("node", node(uuid))
        .reading();
  }

  /**
   * Returns the UUID of version 1 with the time of a UUID of version 2. The local id replaces the
   * lowest 32 bits of the time, so this time is up to 7 minutes early.
   */
  private static UUID withoutLocalId(UUID uuid) {
    return new UUID(
        (uuid.getMostSignificantBits() & 0xFFFF_0FFFL) | 0x1000, uuid.getLeastSignificantBits());
  }

  private static Reading threeParts(UUID uuid, String title, String what) {
    String layout = "%s-a:48 version:4 %<s-b:12 variant:2 %<s-c:62".formatted(what);
    return draft(uuid, title, layout).reading();
  }

  private static Reading otherVariant(UUID uuid, String kind, String title, int variantBits) {
    String layout = "data-a:64 variant:" + variantBits + " data-b:" + (Long.SIZE - variantBits);
    return draft(kind, title, uuid, layout).reading();
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
