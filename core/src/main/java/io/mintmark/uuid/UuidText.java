package io.mintmark.uuid;

import io.mintmark.error.InvalidIdException;
import io.mintmark.error.Message;
import io.mintmark.internal.text.Hex;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Parses UUIDs strictly. A text must have 32 hex digits, in upper or lower case, in groups of 8, 4,
 * 4, 4 and 12 with hyphens between them. {@link UUID#fromString} also accepts shorter groups, for
 * example {@code 1-1-1-1-1}.
 */
final class UuidText {

  private static final int LENGTH = 36;

  private UuidText() {}

  /**
   * Parses a UUID.
   *
   * @param text 36 characters
   * @return the UUID
   * @throws InvalidIdException if the text is not a UUID; the message describes the fault and its
   *     position
   */
  static UUID parse(String text) {
    UUID read = read(text);
    return read != null ? read : parseSlowly(text);
  }

  /** Parses a text quickly. Returns null if it is not a UUID. */
  private static @Nullable UUID read(String text) {
    if (text.length() != LENGTH
        || text.charAt(8) != '-'
        || text.charAt(13) != '-'
        || text.charAt(18) != '-'
        || text.charAt(23) != '-') {
      return null;
    }
    int a = Hex.four(text, 0);
    int b = Hex.four(text, 4);
    int c = Hex.four(text, 9);
    int d = Hex.four(text, 14);
    int e = Hex.four(text, 19);
    int f = Hex.four(text, 24);
    int g = Hex.four(text, 28);
    int h = Hex.four(text, 32);
    return (a | b | c | d | e | f | g | h) >>> 16 == 0
        ? new UUID(
            (long) a << 48 | (long) b << 32 | (long) c << 16 | d,
            (long) e << 48 | (long) f << 32 | (long) g << 16 | h)
        : null;
  }

  /** Parses a text again, to throw an exception that describes the fault and its position. */
  private static UUID parseSlowly(String text) {
    if (text.length() != LENGTH) {
      throw new InvalidIdException(
          Message.of("not the 36 characters of a UUID: length={}", text.length()));
    }
    for (int i = 8; i < 24; i += 5) {
      if (text.charAt(i) != '-') {
        throw new InvalidIdException(Message.of(
            "no hyphen where a UUID has one: index={}{}",
            i,
            String.format(", character=U+%04X", (int) text.charAt(i))));
      }
    }
    return new UUID(
        Hex.decode(text, 0, 8) << 32 | Hex.decode(text, 9, 13) << 16 | Hex.decode(text, 14, 18),
        Hex.decode(text, 19, 23) << 48 | Hex.decode(text, 24, LENGTH));
  }
}
