package io.mintmark.prefix;

import io.mintmark.error.InvalidIdException;
import io.mintmark.generator.Generator;
import io.mintmark.generator.ValueGenerator;

/**
 * A source of ids with a prefix, as texts: a generator of another kind, whose texts stand between
 * the prefix and, if there is one, the check digit.
 *
 * <p>Scope, order in time, blocking and failure are those of that kind. Two ids of one generator
 * differ because those of its kind do. Two generators of one prefix can make equal ids where their
 * kinds could, as two sequences do: so give each its own prefix. As texts, numbers are not in their
 * order: 10 comes before 9. Thread-safe.
 */
public interface PrefixedGenerator extends ValueGenerator<String> {

  /**
   * Returns the prefix, without its underscore.
   *
   * @return as {@link PrefixedBuilder#prefix} was told
   */
  String prefix();

  /**
   * Tells whether each id ends with a check digit.
   *
   * @return whether {@link PrefixedBuilder#checkDigit} was called
   */
  boolean hasCheckDigit();

  /**
   * Returns what makes the ids behind the prefix. Its ids are of the same row: what it makes, this
   * does not make again with a prefix.
   *
   * @return a generator of the kind
   */
  Generator ids();

  /**
   * Puts the prefix around an id of the kind, such as a number from a database.
   *
   * @param id the kind's usual text; for TypeIDs that of their UUID
   * @return the text as {@link #next} makes it
   * @throws InvalidIdException if it is no usual text of the kind; says why
   */
  String write(String id);

  /**
   * Reads an id strictly: nothing but what {@link #next} can make.
   *
   * @param text any text
   * @return the usual text of the id behind the prefix; of a TypeID that of its UUID
   * @throws InvalidIdException if it has another prefix, a wrong check digit, or no usual text of
   *     the kind; says which and where
   */
  String read(String text);
}
