package io.mintmark.server.resp;

/**
 * A pattern in Redis's syntax: {@code *} matches any text, {@code ?} any character, {@code [a-c]}
 * and {@code [^a-c]} sets of characters, and a backslash quotes the next character. The time is at
 * most proportional to the product of the lengths of pattern and text, whatever the pattern is.
 * Immutable.
 */
final class GlobPattern {

  private final String pattern;

  GlobPattern(String pattern) {
    this.pattern = pattern;
  }

  boolean matches(String text) {
    int at = 0;
    int in = 0;
    int star = -1;
    int starIn = 0;
    while (in < text.length()) {
      if (at < pattern.length() && pattern.charAt(at) == '*') {
        star = ++at;
        starIn = in;
      } else if (at < pattern.length() && matchesOne(at, text.charAt(in))) {
        at = next(at);
        in++;
      } else if (star >= 0) {
        at = star;
        in = ++starIn;
      } else {
        return false;
      }
    }
    while (at < pattern.length() && pattern.charAt(at) == '*') {
      at++;
    }
    return at == pattern.length();
  }

  private boolean matchesOne(int at, char c) {
    return switch (pattern.charAt(at)) {
      case '?' -> true;
      case '[' -> isInSet(at, c);
      case '\\' -> c == pattern.charAt(Math.min(at + 1, pattern.length() - 1));
      default -> c == pattern.charAt(at);
    };
  }

  /** Returns the index of the part after the part at an index. */
  private int next(int at) {
    return switch (pattern.charAt(at)) {
      case '[' -> Math.min(setEnd(at) + 1, pattern.length());
      case '\\' -> Math.min(at + 2, pattern.length());
      default -> at + 1;
    };
  }

  /**
   * Returns the index of the closing bracket. A set without a bracket reaches to the pattern's end,
   * as in Redis.
   */
  private int setEnd(int at) {
    int end = at + 1;
    while (end < pattern.length() && pattern.charAt(end) != ']') {
      end += pattern.charAt(end) == '\\' ? 2 : 1;
    }
    return Math.min(end, pattern.length());
  }

  private boolean isInSet(int at, char c) {
    int end = setEnd(at);
    int i = at + 1;
    boolean inverted = i < end && pattern.charAt(i) == '^';
    if (inverted) {
      i++;
    }
    boolean found = false;
    while (i < end) {
      if (pattern.charAt(i) == '\\' && i + 1 < end) {
        i++;
      }
      char from = pattern.charAt(i);
      boolean isRange = i + 2 < end && pattern.charAt(i + 1) == '-';
      char to = isRange ? pattern.charAt(i + 2) : from;
      found |= Math.min(from, to) <= c && c <= Math.max(from, to);
      i += isRange ? 3 : 1;
    }
    return found != inverted;
  }
}
