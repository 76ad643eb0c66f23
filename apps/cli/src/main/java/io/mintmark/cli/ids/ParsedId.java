package io.mintmark.cli.ids;

import io.mintmark.error.InvalidIdException;
import io.mintmark.inspect.ForeignId;
import io.mintmark.uuid.TypeId;
import io.mintmark.uuid.UuidFields;
import java.time.Instant;
import java.util.Comparator;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * An id, as its text shows it.
 *
 * @param kind the form of the text
 * @param text the text
 * @param key a text that is equal for equal ids: a UUID in its usual form, and an ObjectId in lower
 *     case; any other text is unchanged, because its case matters
 * @param number the 64 bits of a number; 0 for any other id
 * @param epochMs the id's time; none for a number, because that requires a layout
 * @param host the part of the id that identifies its host or process, because hosts have different
 *     clocks; 0 if there is none
 */
record ParsedId(IdKind kind, String text, String key, long number, long epochMs, long host) {

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

  /**
   * A UUID with hyphens, or without. Without, it has a version of 1 to 8 and the variant 10 (RFC
   * 9562, sections 4.1 and 4.2).
   */
  private static final Pattern UUID_TEXT =
      Pattern.compile("[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"
          + "|[0-9a-fA-F]{12}[1-8][0-9a-fA-F]{3}[89abAB][0-9a-fA-F]{15}");

  /** All letters have the same case. In a key with letters of both cases, case may matter. */
  private static final Pattern OBJECT_ID = Pattern.compile("[0-9a-f]{24}|[0-9A-F]{24}");

  /** 2009, the year of the first ObjectId. A smaller time belongs to another kind of key. */
  private static final long FIRST_OBJECT_ID = 0x495C_0780L;

  private static final Pattern CROCKFORD =
      Pattern.compile("[0-9A-HJKMNP-TV-Z]+|[0-9a-hjkmnp-tv-z]+");
  private static final Pattern TYPED = Pattern.compile("[a-z_]{1,63}_[0-7][0-9a-hjkmnp-tv-z]{25}");

  private static final Comparator<ParsedId> NUMBERS =
      Comparator.comparing(ParsedId::isUpperHalf).thenComparingLong(ParsedId::number);

  /** Parses a text of one character or more. A text of no known form is {@link IdKind#TEXT}. */
  static ParsedId of(String text) {
    try {
      return parsed(text);
    } catch (InvalidIdException | NumberFormatException e) {
      return new ParsedId(IdKind.TEXT, text, text, 0, NO_TIME, 0);
    }
  }

  private static ParsedId parsed(String text) {
    int length = text.length();
    if (DECIMAL.matcher(text).matches()) {
      long value = text.charAt(0) == '-' ? Long.parseLong(text) : Long.parseUnsignedLong(text);
      return new ParsedId(IdKind.NUMBER, text, text, value, NO_TIME, 0);
    }
    if (length == 13 && CROCKFORD.matcher(text).matches()) {
      ForeignId tsid = ForeignId.tsid(text);
      return timed(IdKind.TSID, text, text, tsid.time(), tsid.low() >>> 12 & 0x3FF);
    }
    if (OBJECT_ID.matcher(text).matches() && hex(text, 0, 8) >= FIRST_OBJECT_ID) {
      String key = ANY_CASE.matcher(text).matches() ? text.toLowerCase(Locale.ROOT) : text;
      Instant time = Instant.ofEpochSecond(hex(text, 0, 8));
      return timed(IdKind.OBJECTID, text, key, time, hex(text, 8, 18));
    }
    if (length == 26 && CROCKFORD.matcher(text).matches()) {
      return timed(IdKind.ULID, text, text, ForeignId.ulid(text).time(), 0);
    }
    if (length == 27) {
      return timed(IdKind.KSUID, text, text, ForeignId.ksuid(text).time(), 0);
    }
    if (UUID_TEXT.matcher(text).matches()) {
      String digits = text.replace("-", "");
      UUID uuid = new UUID(hex(digits, 0, 16), hex(digits, 16, 32));
      boolean anyCase = length > digits.length() || ANY_CASE.matcher(text).matches();
      return uuid(IdKind.ofUuid(uuid.version()), text, anyCase ? uuid.toString() : text, uuid);
    }
    return TYPED.matcher(text).matches()
        ? uuid(IdKind.TYPEID, text, text, TypeId.parse(text).uuid())
        : new ParsedId(IdKind.TEXT, text, text, 0, NO_TIME, 0);
  }

  private static ParsedId uuid(IdKind kind, String text, String key, UUID uuid) {
    UuidFields fields = UuidFields.of(uuid);
    long epochMs = fields.time().map(Instant::toEpochMilli).orElse(NO_TIME);
    return new ParsedId(kind, text, key, 0, epochMs, fields.node().orElse(0));
  }

  private static ParsedId timed(IdKind kind, String text, String key, Instant time, long host) {
    return new ParsedId(kind, text, key, 0, time.toEpochMilli(), host);
  }

  private static long hex(String text, int from, int to) {
    return Long.parseUnsignedLong(text, from, to, 16);
  }

  /** Whether it is a number of 2^63 or more, which is negative as a long. */
  boolean isUpperHalf() {
    return kind == IdKind.NUMBER && number < 0 && text.charAt(0) != '-';
  }

  /** Whether this id is below another id of the same kind. */
  boolean isBelow(ParsedId other) {
    return (kind == IdKind.NUMBER ? NUMBERS.compare(this, other) : key.compareTo(other.key)) < 0;
  }
}
