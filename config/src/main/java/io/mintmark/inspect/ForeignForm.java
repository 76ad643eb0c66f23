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
        .bits("time:48 random:80", ulid.high(), ulid.low())
        .hex("random")
        .field("uuid", new UUID(ulid.high(), ulid.low()).toString())
        .reading();
  }

  private static Reading ksuid(Ksuid ksuid, Instant now) {
    return new ReadingBuilder("ksuid", "KSUID", ksuid.toString())
        .time(ksuid.time(), Ksuid.EPOCH, now)
        .bits("time:32 random:128", ksuid.seconds(), ksuid.high(), ksuid.low())
        .hex("random")
        .reading();
  }

  static Reading tsid(Tsid tsid, Instant earliest, Instant now) {
    return new ReadingBuilder("tsid", "TSID", tsid.toString())
        .time(tsid.time(), earliest, now)
        .field("number", Long.toUnsignedString(tsid.value()))
        .bits("time:42 random:22", tsid.value())
        .decimal("random")
        .reading();
  }
}
