package io.mintmark.prefix;

import io.mintmark.error.InvalidIdException;
import io.mintmark.generator.Generator;
import io.mintmark.generator.ValueGenerator;

/**
 * A source of ids with a prefix, as text. A generator of another kind makes the text between the
 * prefix and the check digit, if one is set.
 *
 * <p>Scope, order in time, blocking and failure are as documented for that kind. Two ids of one
 * generator differ because the ids of its kind differ. Two generators with the same prefix can make
 * equal ids if their kinds can, as two sequences do. So give each generator its own prefix. Text
 * order is not the order of numbers: as text, 10 is before 9. Thread-safe.
 */
public interface PrefixedGenerator extends ValueGenerator<String> {

  /**
   * Returns the prefix, without its underscore.
   *
   * @return the text passed to {@link PrefixedBuilder#prefix}
   */
  String prefix();

  /**
   * Returns whether each id ends with a check digit.
   *
   * @return whether {@link PrefixedBuilder#checkDigit} was called
   */
  boolean hasCheckDigit();

  /**
   * Returns the generator of the ids behind the prefix. Both generators use the same positions: an
   * id that the inner generator makes is never made again with a prefix.
   *
   * @return a generator of the kind
   */
  Generator ids();

  /**
   * Adds the prefix to an id of the kind, such as a number from a database.
   *
   * @param id the kind's usual text; for TypeIDs the text of their UUID
   * @return the text as {@link #next} makes it
   * @throws InvalidIdException if it is not the usual text of an id of the kind; the message
   *     describes the fault
   */
  String write(String id);

  /**
   * Parses an id strictly: accepts only a text that {@link #next} can make.
   *
   * @param text any text
   * @return the usual text of the id behind the prefix; for a TypeID the text of its UUID
   * @throws InvalidIdException if it has another prefix, a wrong check digit, or not the usual text
   *     of the kind; the message describes the fault and its place
   */
  String parse(String text);
}
