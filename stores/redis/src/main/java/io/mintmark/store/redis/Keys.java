package io.mintmark.store.redis;

import io.mintmark.store.LineName;
import java.util.Optional;

/**
 * The keys of lines in Redis. The line's name is the hash tag, so that other keys with the same tag
 * are on the line's server. No name and no prefix has a brace, so prefixes do not see each other,
 * and none has a character that means more than itself in a pattern.
 *
 * @param prefix what tells systems on one engine apart
 */
record Keys(String prefix) {

  static final String DEFAULT_PREFIX = "mintmark";
  static final int MAX_PREFIX_LENGTH = 100;

  String of(String line) {
    return prefix + ":{" + line + "}";
  }

  /** Names a note of a server's own; no line has this key. */
  String ofLife(int number) {
    return prefix + ":{}life/" + number;
  }

  /** Returns the pattern of the keys of lines with a prefix. */
  String pattern(String linePrefix) {
    return prefix + ":{" + linePrefix + "*}";
  }

  /** Reads a line's name from a key; empty if this store would not make such a key. */
  Optional<String> line(String key) {
    String line = key.substring(prefix.length() + 2, key.length() - 1);
    try {
      return Optional.of(LineName.check(line));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Returns the command that gives a user what this store needs. */
  String rights() {
    return "ACL SETUSER NAME ~" + prefix + ":{* +@connection +evalsha +script|load +hget +hmget"
        + " +hset +hincrby +hexists +scan +time +role +info +config|get +wait +cluster|slots"
        + " +cluster|nodes +asking";
  }
}
