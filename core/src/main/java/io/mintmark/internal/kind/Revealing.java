package io.mintmark.internal.kind;

import io.mintmark.error.InvalidIdException;

/** Settings of a generator whose ids may be opaque, that is, hidden with a secret. */
public interface Revealing {

  /**
   * Returns the number that an opaque id hides: for a sequence or a Snowflake the plain id, for a
   * key its number. The result is no evidence that the id was ever made.
   *
   * @param name the generator's name
   * @param id an id in its usual text, for example a decimal number
   * @return the number that the secret reveals; for ids that are not opaque, the number that they
   *     show
   * @throws InvalidIdException if the generator could not make the id
   */
  long plain(String name, String id);
}
