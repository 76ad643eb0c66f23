package io.mintmark.inspect;

import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;

/** A family of ids to which a text may belong. */
@FunctionalInterface
interface Form {

  /**
   * Reads a text.
   *
   * @param text the text to inspect, without quotes, wrapping and spaces
   * @param now the clock's time
   * @param seen true for each configured layout or key whose name may be shown
   * @return every reading that fits, likeliest first; empty if the text is not an id of this family
   */
  List<Reading> read(String text, Instant now, Predicate<String> seen);
}
