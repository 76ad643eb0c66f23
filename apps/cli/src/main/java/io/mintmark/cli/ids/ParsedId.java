package io.mintmark.cli.ids;

import io.mintmark.error.InvalidIdException;
import io.mintmark.internal.text.Ksuid;
import io.mintmark.internal.text.Tsid;
import io.mintmark.internal.text.Ulid;
import io.mintmark.uuid.TypeId;
import io.mintmark.uuid.UuidFields;
import java.time.Instant;
import java.util.Comparator;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * An id and the bits of its text. A number has its 64 bits in {@code high}. An ObjectId has its
 * first eight bytes in {@code high} and the last four in {@code low}. A KSUID has its seconds in
 * {@code high}. All other ids have their 128 bits in both.
 *
 * @param kind the form of the text
 * @param text the text
 * @param key a text that is equal for equal ids: a UUID in its usual form, and an ObjectId in lower
 *     case; any other text is unchanged, because its case matters
 * @param high its first bits
 * @param low its last bits
 */
record ParsedId(IdKind kind, String text, String key, long high, long low) {

  /** The value of {@link #epochMs} for an id without a time. */
  private static final long NO_TIME = Long.MIN_VALUE;

  /** A number of up to 64 bits, as a database prints it. */
  private static final Pattern DECIMAL = Pattern.compile("0|-?[1-9][0-9]{0,19}");

  /**
   * Hex digits whose case probably does not matter: all letters are in lower case, or all are in
   * upper case and there are at least four. Nearly every UUID and ObjectId has so many letters. In
   * a key with a counter in base62, case matters, but such a key has fewer letters until the
   * counter has reached millions.
   */
  private static final Pattern ANY_CASE = Pattern.compile("[0-9a-f]+|(?:[0-9]*[A-F]){4}[0-9A-F]*");

  /** RFC 9562, sections 4.1 and 4.2: the versions 1 to 8, and the variant 10. */
  private static final Pattern BARE_UUID =
      Pattern.compile("[0-9a-fA-F]{12}[1-8][0-9a-fA-F]{3}[89abAB][0-9a-fA-F]{15}");

  /** All letters have the same case. In a key with letters of both cases, case may matter. */
  private static final Pattern OBJECT_ID = Pattern.compile("[0-9a-f]{24}|[0-9A-F]{24}");

  /** 2009, the year of the first ObjectId. A smaller time belongs to another kind of key. */
  private static final long FIRST_OBJECT_ID = 0x495C_0780L;

  private static final Pattern DASHED =
      Pattern.compile("[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");
  private static final Pattern CROCKFORD =
      Pattern.compile("[0-9A-HJKMNP-TV-Z]+|[0-9a-hjkmnp-tv-z]+");
  private static final Pattern TYPED = Pattern.compile("[a-z_]{1,63}_[0-7][0-9a-hjkmnp-tv-z]{25}");

  private static final Comparator<ParsedId> NUMBERS =
      Comparator.comparing(ParsedId::isUpperHalf).thenComparingLong(ParsedId::high);

  /** Parses a text of one character or more. A text of no known form is {@link IdKind#TEXT}. */
  static ParsedId of(String text) {
    try {
      return parsed(text);
    } catch (InvalidIdException | NumberFormatException e) {
      return new ParsedId(IdKind.TEXT, text, text, 0, 0);
    }
  }

  private static ParsedId parsed(String text) {
    int length = text.length();
    if (DECIMAL.matcher(text).matches()) {
      long value = text.charAt(0) == '-' ? Long.parseLong(text) : Long.parseUnsignedLong(text);
      return new ParsedId(IdKind.NUMBER, text, text, value, 0);
    }
    if (length == 13 && CROCKFORD.matcher(text).matches()) {
      return new ParsedId(IdKind.TSID, text, text, Tsid.parse(text).value(), 0);
    }
    if (OBJECT_ID.matcher(text).matches() && hex(text, 0, 8) >= FIRST_OBJECT_ID) {
      String key = ANY_CASE.matcher(text).matches() ? text.toLowerCase(Locale.ROOT) : text;
      return new ParsedId(IdKind.OBJECTID, text, key, hex(text, 0, 16), hex(text, 16, 24));
    }
    if (length == 26 && CROCKFORD.matcher(text).matches()) {
      Ulid ulid = Ulid.parse(text);
      return new ParsedId(IdKind.ULID, text, text, ulid.high(), ulid.low());
    }
    if (length == 27) {
      long seconds = Ksuid.parse(text).seconds() & 0xFFFF_FFFFL;
      return new ParsedId(IdKind.KSUID, text, text, seconds, 0);
    }
    if (BARE_UUID.matcher(text).matches()) {
      UUID uuid = new UUID(hex(text, 0, 16), hex(text, 16, 32));
      String key = ANY_CASE.matcher(text).matches() ? uuid.toString() : text;
      return uuid(IdKind.ofUuid(uuid.version()), text, key, uuid);
    }
    if (DASHED.matcher(text).matches()) {
      UUID uuid = UUID.fromString(text);
      return uuid(IdKind.ofUuid(uuid.version()), text, uuid.toString(), uuid);
    }
    return TYPED.matcher(text).matches()
        ? uuid(IdKind.TYPEID, text, text, TypeId.parse(text).uuid())
        : new ParsedId(IdKind.TEXT, text, text, 0, 0);
  }

  /** Makes an id whose 16 bytes are a UUID's. */
  private static ParsedId uuid(IdKind kind, String text, String key, UUID uuid) {
    return new ParsedId(
        kind, text, key, uuid.getMostSignificantBits(), uuid.getLeastSignificantBits());
  }

  private static long hex(String text, int from, int to) {
    return Long.parseUnsignedLong(text, from, to, 16);
  }

  /** Whether it is a number of 2^63 or more, which is negative as a long. */
  boolean isUpperHalf() {
    return kind == IdKind.NUMBER && high < 0 && text.charAt(0) != '-';
  }

  /** Whether this id is below another id of the same kind. */
  boolean isBelow(ParsedId other) {
    return (kind == IdKind.NUMBER ? NUMBERS.compare(this, other) : key.compareTo(other.key)) < 0;
  }

  /** The id's time; none for a number, because that requires a layout. */
  long epochMs() {
    return switch (kind) {
      case OBJECTID -> (high >>> 32) * 1000;
      case UUID_V1, UUID_V6, UUID_V7 ->
        UuidFields.of(new UUID(high, low)).time().map(Instant::toEpochMilli).orElse(NO_TIME);
      case TYPEID, ULID -> high >>> 16;
      case KSUID -> Ksuid.EPOCH.plusSeconds(high).toEpochMilli();
      case TSID -> Tsid.EPOCH.toEpochMilli() + (high >>> Tsid.RANDOM_BITS);
      default -> NO_TIME;
    };
  }

  /**
   * Returns the part of the id that identifies its host or process; 0 if there is none. Hosts have
   * different clocks.
   */
  long host() {
    return switch (kind) {
      case OBJECTID -> (high & 0xFFFF_FFFFL) << 8 | low >>> 24;
      case UUID_V1, UUID_V6 -> low & 0xFFFF_FFFF_FFFFL;
      case TSID -> high >>> 12 & 0x3FF;
      default -> 0;
    };
  }
}
