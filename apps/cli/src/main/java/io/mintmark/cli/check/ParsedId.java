package io.mintmark.cli.check;

import io.mintmark.error.InvalidIdException;
import io.mintmark.internal.text.Ksuid;
import io.mintmark.internal.text.Tsid;
import io.mintmark.internal.text.Ulid;
import io.mintmark.uuid.TypeId;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * An id as what its text says. A number has its 64 bits in {@code high}; an ObjectId its first
 * eight bytes there and the last four in {@code low}; a KSUID its seconds and its first eight bytes
 * of chance; all others their 128 bits.
 *
 * @param kind the form of the text
 * @param text the text
 * @param high its first bits
 * @param low its last bits
 */
record ParsedId(IdKind kind, String text, long high, long low) {

  private static final int MAX_DIGITS = 20;
  private static final int SAFE_DIGITS = 18;
  private static final Pattern CROCKFORD =
      Pattern.compile("[0-9A-HJKMNP-TV-Z]+|[0-9a-hjkmnp-tv-z]+");
  private static final Pattern TYPED = Pattern.compile("[a-z_]{1,63}_[0-7][0-9a-hjkmnp-tv-z]{25}");

  /** Whether it is a number above 2^63, whose bits as a long are those of a negative one. */
  boolean isUpperHalf() {
    return kind == IdKind.NUMBER && high < 0 && text.charAt(0) != '-';
  }

  /** Reads a text of one character or more; what has no known form is {@link IdKind#TEXT}. */
  static ParsedId of(String text) {
    if (text.length() <= MAX_DIGITS && isDecimal(text)) {
      return number(text);
    }
    try {
      return switch (text.length()) {
        case 13 ->
          CROCKFORD.matcher(text).matches()
              ? new ParsedId(IdKind.TSID, text, Tsid.parse(text).value(), 0)
              : other(text);
        case 24 ->
          isHex(text, 0, 24)
              ? new ParsedId(IdKind.OBJECT_ID, text, hex(text, 0, 16), hex(text, 16, 24))
              : other(text);
        case 26 -> CROCKFORD.matcher(text).matches() ? ulid(text) : other(text);
        case 27 -> {
          Ksuid ksuid = Ksuid.parse(text);
          yield new ParsedId(IdKind.KSUID, text, ksuid.seconds() & 0xFFFF_FFFFL, ksuid.high());
        }
        case 32 ->
          isHex(text, 0, 32)
              ? new ParsedId(IdKind.UUID, text, hex(text, 0, 16), hex(text, 16, 32))
              : typed(text);
        case 36 -> isUuid(text) ? uuid(UUID.fromString(text), text, IdKind.UUID) : typed(text);
        default -> typed(text);
      };
    } catch (InvalidIdException e) {
      return other(text);
    }
  }

  /** An id whose 16 bytes are a UUID's. */
  private static ParsedId uuid(UUID uuid, String text, IdKind kind) {
    return new ParsedId(kind, text, uuid.getMostSignificantBits(), uuid.getLeastSignificantBits());
  }

  private static ParsedId ulid(String text) {
    Ulid ulid = Ulid.parse(text);
    return new ParsedId(IdKind.ULID, text, ulid.high(), ulid.low());
  }

  private static ParsedId typed(String text) {
    return TYPED.matcher(text).matches()
        ? uuid(TypeId.parse(text).uuid(), text, IdKind.TYPE_ID)
        : other(text);
  }

  private static ParsedId other(String text) {
    return new ParsedId(IdKind.TEXT, text, 0, 0);
  }

  private static boolean isDecimal(String text) {
    int from = text.charAt(0) == '-' ? 1 : 0;
    int digits = text.length() - from;
    if (digits < 1 || (text.charAt(from) == '0' && text.length() > 1)) {
      return false;
    }
    for (int i = from; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }

  private static ParsedId number(String text) {
    try {
      boolean upperHalf = text.length() > SAFE_DIGITS
          && text.charAt(0) != '-'
          && (text.length() == MAX_DIGITS || text.compareTo("9223372036854775807") > 0);
      long value = upperHalf ? Long.parseUnsignedLong(text) : Long.parseLong(text);
      return new ParsedId(IdKind.NUMBER, text, value, 0);
    } catch (NumberFormatException e) {
      return other(text);
    }
  }

  private static boolean isUuid(String text) {
    return isHex(text, 0, 8)
        && text.charAt(8) == '-'
        && isHex(text, 9, 13)
        && text.charAt(13) == '-'
        && isHex(text, 14, 18)
        && text.charAt(18) == '-'
        && isHex(text, 19, 23)
        && text.charAt(23) == '-'
        && isHex(text, 24, 36);
  }

  private static boolean isHex(String text, int from, int to) {
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      boolean hex = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
      if (!hex) {
        return false;
      }
    }
    return true;
  }

  private static long hex(String text, int from, int to) {
    return Long.parseUnsignedLong(text, from, to, 16);
  }
}
