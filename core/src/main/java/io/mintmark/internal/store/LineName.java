package io.mintmark.internal.store;

import io.mintmark.error.Message;
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
   * @throws IllegalArgumentException if the name is invalid
   */
  public static String check(String name) {
    Objects.requireNonNull(name, "name");
    String parts = "/" + name + "/";
    boolean fits = name.length() <= MAX_LENGTH
        && !parts.contains("//")
        && !parts.contains("/./")
        && !parts.contains("/../");
    for (int i = 0; fits && i < name.length(); i++) {
      char c = name.charAt(i);
      fits = (c >= '-' && c <= ':') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
    }
    if (!fits) {
      throw fault(name);
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
    if (prefix.length() > MAX_LENGTH || !prefix.matches("[-./0-9:A-Z_a-z]*")) {
      throw fault(prefix);
    }
    return prefix;
  }

  private static IllegalArgumentException fault(String text) {
    return new IllegalArgumentException(Message.of(
        "not a line's name, or the start of one: length={}, text='{}'; a name has 1 to {}"
            + " characters of A-Z a-z 0-9 . _ : / -, and no part between slashes is empty, . or ..",
        text.length(),
        text.substring(0, Math.min(text.length(), MAX_LENGTH)),
        MAX_LENGTH));
  }
}
