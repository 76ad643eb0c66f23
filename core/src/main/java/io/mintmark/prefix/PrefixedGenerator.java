package io.mintmark.prefix;

import io.mintmark.error.InvalidIdException;
import io.mintmark.generator.Generator;
import io.mintmark.generator.ValueGenerator;

/**
 * A source of ids with a prefix, as text. A generator of another kind makes the text between the
 * prefix and the check digit, if one is set.
 *
 * <p>The documentation of that kind also describes where the ids are unique, their order in time,
 * when a call blocks and how it fails. Two ids of one generator differ because the ids behind the
 * prefix differ. Two generators with the same prefix can make equal ids if the ids behind the
 * prefix can be equal, for example those of two sequences. So give each generator its own prefix.
 * Text order is not the order of numbers: as text, 10 is before 9. Thread-safe.
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
   * Returns the generator of the ids behind the prefix. Both generators share one source of ids: an
   * id that the inner generator makes is never made again with a prefix.
   *
   * @return a generator of the kind
   */
  Generator ids();

  /**
   * Adds the prefix to an id of the kind, such as a number from a database.
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
