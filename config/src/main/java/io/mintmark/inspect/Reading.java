package io.mintmark.inspect;

import io.mintmark.key.KeyField;
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
 * @param bits all its bits in their order, highest first; none for what is characters
 * @param characters which characters of its usual text are what, for a readable key
 * @param notes what its generator's settings say for people: {@code description}, {@code table} and
 *     {@code column}, those there are
 */
public record Reading(
    String kind,
    String title,
    Optional<Instant> time,
    Optional<String> doubt,
    Map<String, String> fields,
    List<BitField> bits,
    List<KeyField> characters,
    Map<String, String> notes) {

  /**
   * Keeps unmodifiable copies.
   *
   * @param kind what it is, for programs
   * @param title what it is, for people
   * @param time when it was made
   * @param doubt why it is hardly that
   * @param fields what it says, in order
   * @param bits all its bits, highest first
   * @param characters which characters are what
   * @param notes what its generator's settings say for people
   */
  public Reading {
    fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    bits = List.copyOf(bits);
    characters = List.copyOf(characters);
    notes = Collections.unmodifiableMap(new LinkedHashMap<>(notes));
  }

  /** The same with what is written for people beside its generator. */
  Reading withNotes(Map<String, String> written) {
    return new Reading(kind, title, time, doubt, fields, bits, characters, written);
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
