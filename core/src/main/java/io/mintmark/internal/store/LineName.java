package io.mintmark.internal.store;

import io.mintmark.error.Message;
import io.mintmark.internal.text.Arguments;
import java.util.Objects;

/**
 * The rules for line names, which are the same for every engine. {@link LineStore} explains lines.
 * A name has 1 to 200 characters of {@code A-Z a-z 0-9 . _ : / -}. Slashes separate its parts, and
 * no part is empty, {@code .} or {@code ..}. Names are case-sensitive.
 */
public final class LineName {

  /** The longest name, in characters. */
  public static final int MAX_LENGTH = 200;

  /** The prefix of Mintmark's own lines in every store. */
  public static final String RESERVED = "mintmark/";

  private LineName() {}

  /**
   * Returns whether a line is one of Mintmark's own. No ids are made from these lines.
   *
   * @param line a line's name
   * @return whether the name is reserved, so that no generator's line can have it
   */
  public static boolean isReserved(String line) {
    return line.startsWith(RESERVED);
  }

  /**
   * Checks a name.
   *
   * @param name a line's name
   * @return the name
   * @throws IllegalArgumentException if the name is invalid; the message describes the fault and
   *     its position in the name
   */
  public static String check(String name) {
    Objects.requireNonNull(name, "name");
    Arguments.check(
        !name.isEmpty() && name.length() <= MAX_LENGTH,
        "the line's name does not have 1 to {} characters: length={}",
        MAX_LENGTH,
        name.length());
    checkCharacters(name);
    for (String part : name.split("/", -1)) {
      Arguments.check(
          !part.isEmpty() && !part.equals(".") && !part.equals(".."),
          "a part of the line's name is empty or made of dots: name='{}', part='{}'",
          name,
          part);
    }
    return name;
  }

  /**
   * Checks a prefix of line names, for example the argument of {@link LineStore#lines}.
   *
   * @param prefix the start of names, possibly empty
   * @return the prefix
   * @throws IllegalArgumentException if no line name can start with it
   */
  public static String checkPrefix(String prefix) {
    Arguments.check(
        prefix.length() <= MAX_LENGTH,
        "the prefix is longer than a line's name, {} characters: prefixLength={}",
        MAX_LENGTH,
        prefix.length());
    checkCharacters(prefix);
    return prefix;
  }

  private static void checkCharacters(String name) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean allowed =
          (c >= '-' && c <= ':') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
      if (!allowed) {
        throw new IllegalArgumentException(Message.of(
            "the line's name has a character other than A-Z a-z 0-9 . _ : / -: character={},"
                + " index={}",
            String.format("U+%04X", (int) c),
            i));
      }
    }
  }
}
