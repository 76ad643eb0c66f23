package io.mintmark.inspect;

import io.mintmark.error.InvalidIdException;
import io.mintmark.internal.text.Ksuid;
import io.mintmark.internal.text.Tsid;
import io.mintmark.internal.text.Ulid;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * Texts of a fixed length in one alphabet: 26 characters for a ULID, 27 for a KSUID, 13 for a TSID.
 * Hyphens within a ULID or a TSID do not count, as in all texts of Crockford's digits.
 */
final class ForeignForm implements Form {

  private static final int ULID_LENGTH = 26;
  private static final int KSUID_LENGTH = 27;
  private static final int TSID_LENGTH = 13;

  @Override
  public List<Reading> read(String text, Instant now, Predicate<String> seen) {
    // A leading hyphen is the sign of a number.
    boolean signed = text.startsWith("-");
    try {
      return switch (signed ? 0 : text.replace("-", "").length()) {
        case ULID_LENGTH -> List.of(ulid(Ulid.parse(text), now));
        case KSUID_LENGTH -> List.of(ksuid(Ksuid.parse(text), now));
        case TSID_LENGTH -> List.of(tsid(Tsid.parse(text), Tsid.EPOCH, now));
        default -> List.of();
      };
    } catch (InvalidIdException e) {
      return List.of();
    }
  }

  private static Reading ulid(Ulid ulid, Instant now) {
    return new ReadingBuilder("ulid", "ULID", ulid.toString())
        .time(ulid.time(), Instant.EPOCH, now)
        .field("random", String.format("%04x%016x", ulid.high() & 0xFFFF, ulid.low()))
        .field("uuid", new UUID(ulid.high(), ulid.low()).toString())
        .bits("time", 48, ulid.high() >>> 16)
        .bits("random", 80, ulid.high() & 0xFFFF, ulid.low())
        .reading();
  }

  private static Reading ksuid(Ksuid ksuid, Instant now) {
    return new ReadingBuilder("ksuid", "KSUID", ksuid.toString())
        .time(ksuid.time(), Ksuid.EPOCH, now)
        .field("random", String.format("%016x%016x", ksuid.high(), ksuid.low()))
        .bits("time", 32, Integer.toUnsignedLong(ksuid.seconds()))
        .bits("random", 128, ksuid.high(), ksuid.low())
        .reading();
  }

  static Reading tsid(Tsid tsid, Instant earliest, Instant now) {
    long random = tsid.value() & ((1L << Tsid.RANDOM_BITS) - 1);
    return new ReadingBuilder("tsid", "TSID", tsid.toString())
        .time(tsid.time(), earliest, now)
        .field("number", Long.toUnsignedString(tsid.value()))
        .field("random", Long.toString(random))
        .bits("time", Long.SIZE - Tsid.RANDOM_BITS, tsid.value() >>> Tsid.RANDOM_BITS)
        .bits("random", Tsid.RANDOM_BITS, random)
        .reading();
  }
}
