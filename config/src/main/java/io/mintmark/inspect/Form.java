package io.mintmark.inspect;

import java.time.Instant;
import java.util.List;

/** A family of ids to which a text may belong. */
@FunctionalInterface
interface Form {

  /**
   * Reads a text.
   *
   * @param text the text to inspect, without quotes, wrapping and spaces
   * @param now the clock's time
   * @return every reading that fits, likeliest first; empty if the text is not an id of this family
   * @throws io.mintmark.error.InvalidIdException if the text is not an id of this family
   */
  List<Reading> read(String text, Instant now);
}
