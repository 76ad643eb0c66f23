package io.mintmark.internal.kind;

import io.mintmark.error.InvalidIdException;

/** Settings of ids that a secret may hide. */
public interface Revealing {

  /**
   * Tells what an id would be if it were not hidden: of a sequence or a Snowflake the id itself, of
   * a key its number. It says nothing about whether the id was ever made.
   *
   * @param name the generator's name
   * @param id an id in its usual text, such as a decimal number
   * @return the number that the secret shows; of ids that are not opaque the one that they show
   * @throws InvalidIdException if the generator could not make it
   */
  long plain(String name, String id);
}
