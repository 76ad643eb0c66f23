package io.mintmark.uuid;

import io.mintmark.error.InvalidIdException;
import io.mintmark.internal.text.Hex;
import java.util.UUID;

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
    if (text.length() != LENGTH) {
      throw new InvalidIdException("not the 36 characters of a UUID: length=" + text.length());
    }
    for (int i = 8; i < 24; i += 5) {
      if (text.charAt(i) != '-') {
        throw new InvalidIdException(String.format(
            "no hyphen where a UUID has one: index=%d, character=U+%04X", i, (int) text.charAt(i)));
      }
    }
    int a = Hex.four(text, 0);
    int b = Hex.four(text, 4);
    int c = Hex.four(text, 9);
    int d = Hex.four(text, 14);
    int e = Hex.four(text, 19);
    int f = Hex.four(text, 24);
    int g = Hex.four(text, 28);
    int h = Hex.four(text, 32);
    if ((a | b | c | d | e | f | g | h) >>> 16 != 0) {
      for (int i = 0; i < LENGTH; i++) {
        if (i < 8 || i >= 24 || i % 5 != 3) {
          Hex.check(text, i, i + 1);
        }
      }
    }
    return new UUID(
        (long) a << 48 | (long) b << 32 | (long) c << 16 | d,
        (long) e << 48 | (long) f << 32 | (long) g << 16 | h);
  }
}
