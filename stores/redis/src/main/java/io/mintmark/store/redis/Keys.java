package io.mintmark.store.redis;

import io.mintmark.internal.store.LineName;
import java.util.Optional;

/**
 * The keys of lines (the counters of a store) in Redis. The line's name is the hash tag, so other
 * keys with the same tag are on the line's server. No name and no prefix contains a brace, so the
 * keys of different prefixes are disjoint. No name and no prefix contains a character with a
 * special meaning in a pattern either.
 *
 * @param prefix the start of all keys; systems that share a server have different prefixes
 */
record Keys(String prefix) {

  static final String DEFAULT_PREFIX = "mintmark";
  static final int MAX_PREFIX_LENGTH = 100;

  String of(String line) {
    return prefix + ":{" + line + "}";
  }

  /** Returns a key for the note of a server's life ({@link LifeReader}). No line has this key. */
  String ofLife(int number) {
    return prefix + ":{}life/" + number;
  }

  /** Returns the pattern of the keys of all lines whose names have a prefix. */
  String pattern(String linePrefix) {
    return prefix + ":{" + linePrefix + "*}";
  }

  /** Reads a line's name from a key. Empty if this store would not make such a key. */
  Optional<String> line(String key) {
    String line = key.substring(prefix.length() + 2, key.length() - 1);
    try {
      return Optional.of(LineName.check(line));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Returns the command that grants a user the rights that this store needs. */
  String rights() {
    return "ACL SETUSER NAME ~" + prefix + ":{* +@connection +evalsha +eval +hget +hmget"
        + " +hset +hincrby +hexists +scan +time +role +info +config|get +wait +cluster|slots"
        + " +cluster|nodes +asking";
  }
}
