package io.mintmark.inspect;

import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;

/** A family of ids that a text may belong to. */
@FunctionalInterface
interface Form {

  /**
   * Reads a text.
   *
   * @param text what was asked about, without quotes, wrapping and spaces
   * @param now what the clock says
   * @param seen the names of one's own layouts and keys that may be shown
   * @return every reading that fits, likeliest first; none if the text is of another form
   */
  List<Reading> read(String text, Instant now, Predicate<String> seen);
}
