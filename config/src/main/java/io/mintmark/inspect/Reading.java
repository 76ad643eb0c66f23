package io.mintmark.inspect;

import io.mintmark.internal.key.KeyField;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One kind that an id can be, and the meaning of the id under this assumption.
 *
 * @param kind the kind, for programs: {@code objectid}, {@code uuid-v7}, {@code snowflake:twitter};
 *     see {@link Inspector}
 * @param title the kind, for people
 * @param time when the id was made, for kinds that contain a time
 * @param doubt why the id is unlikely to be of this kind; empty for a plausible reading
 * @param fields the id's fields in display order, under lower-case hyphenated names; the first
 *     field is {@code id}, the id's usual text
 * @param bits all bits in order, highest first; none for ids made of characters
 * @param characters the fields of a readable key's usual text
 * @param notes the settings of the generator that are notes for people: {@code description},
 *     {@code table} and {@code column}, if they are set
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

  /** Returns this reading with other notes. */
  Reading withNotes(Map<String, String> written) {
    return new Reading(kind, title, time, doubt, fields, bits, characters, written);
  }

  /**
   * Returns whether the id is likely to be of this kind.
   *
   * @return whether there is no doubt
   */
  public boolean plausible() {
    return doubt.isEmpty();
  }
}
