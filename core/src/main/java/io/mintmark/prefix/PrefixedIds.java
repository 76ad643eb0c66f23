package io.mintmark.prefix;

import io.mintmark.error.InvalidIdException;
import io.mintmark.generator.Generator;
import io.mintmark.generator.ValueGenerator;
import io.mintmark.uuid.UuidGenerator;

/**
 * The ids of another generator with a prefix, as text. Both generators share one source of ids: an
 * id that the other generator makes is never made again with a prefix.
 *
 * <p>The documentation of the other generator's kind also describes where the ids are unique, their
 * order in time, when a call blocks and how it fails. Two ids with a prefix differ because the ids
 * behind the prefix differ. Two generators with the same prefix can make equal ids if the ids
 * behind the prefix can be equal, for example those of two sequences. So give each generator its
 * own prefix. Text order is not the order of numbers: as text, 10 is before 9. Thread-safe.
 */
public interface PrefixedIds extends ValueGenerator<String> {

  /**
   * Puts a prefix before the ids of a generator.
   *
   * @param ids a generator of Snowflakes, sequence numbers, keys, UUIDs or ObjectIds
   * @param prefix 1 to 63 characters, a to z, and {@code _} between them; an underscore follows it
   * @return the ids with the prefix, without a check digit
   * @throws io.mintmark.error.ConfigurationException if the prefix is invalid, or the ids have a
   *     prefix already
   */
  static PrefixedIds of(Generator ids, String prefix) {
    return PrefixView.of(ids, prefix, false);
  }

  /**
   * Writes the UUIDs of a generator as {@linkplain io.mintmark.uuid.TypeId TypeIDs}.
   *
   * @param ids a generator of UUIDs, usually of version 7
   * @param prefix like the prefix of {@link #of}; it may be empty, and then no underscore follows
   * @return the TypeIDs, which cannot have a check digit
   * @throws io.mintmark.error.ConfigurationException if the prefix is invalid
   */
  static PrefixedIds typeIds(UuidGenerator ids, String prefix) {
    return PrefixView.of(ids, prefix, true);
  }

  /**
   * Ends each id with a check digit, which detects typing errors. It is computed with ISO 7064 mod
   * 37,36 from the letters and digits before it. It detects every single wrong letter or digit, and
   * almost every swap of two adjacent ones.
   *
   * @return the same ids with a check digit
   * @throws UnsupportedOperationException if these are TypeIDs
   */
  PrefixedIds withCheckDigit();

  /**
   * Returns the prefix, without its underscore.
   *
   * @return the text passed to {@link #of}
   */
  String prefix();

  /**
   * Returns whether each id ends with a check digit.
   *
   * @return whether this was made with {@link #withCheckDigit}
   */
  boolean hasCheckDigit();

  /**
   * Returns the generator of the ids behind the prefix.
   *
   * @return the generator passed to {@link #of}
   */
  Generator ids();

  /**
   * Adds the prefix to an id of the other generator, such as a number from a database.
   *
   * @param id the kind's usual text; for TypeIDs the text of their UUID
   * @return the text that {@link #next} makes of this id
   * @throws InvalidIdException if the text is not the usual text of an id of the kind; the message
   *     describes the fault
   */
  String write(String id);

  /**
   * Parses an id strictly: accepts only a text that {@link #next} can make.
   *
   * @param text any text
   * @return the usual text of the id behind the prefix; for a TypeID the text of its UUID
   * @throws InvalidIdException if the text has another prefix or a wrong check digit, or if the id
   *     behind the prefix is not the usual text of its kind; the message describes the fault and
   *     its position
   */
  String parse(String text);
}
