package io.mintmark.inspect;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One thing that an id can be, and what it says if it is that.
 *
 * @param kind what it is, for programs: {@code objectid}, {@code uuid-v7}, {@code
 *     snowflake:twitter}; see {@link Inspector}
 * @param title what it is, for people
 * @param time when it was made, for kinds that say so
 * @param doubt why it is hardly that; empty for a plausible reading
 * @param fields what it says, in the order to show it: lower-case hyphenated names, the first
 *     {@code id}, its usual text
 * @param bits all its bits in their order, highest first
 */
public record Reading(
    String kind,
    String title,
    Optional<Instant> time,
    Optional<String> doubt,
    Map<String, String> fields,
    List<BitField> bits) {

  /**
   * Keeps unmodifiable copies.
   *
   * @param kind what it is, for programs
   * @param title what it is, for people
   * @param time when it was made
   * @param doubt why it is hardly that
   * @param fields what it says, in order
   * @param bits all its bits, highest first
   */
  public Reading {
    fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    bits = List.copyOf(bits);
  }

  /**
   * Tells whether the time it says, if any, is one at which it can have been made.
   *
   * @return whether there is no doubt
   */
  public boolean plausible() {
    return doubt.isEmpty();
  }
}
