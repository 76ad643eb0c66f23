package io.mintmark.inspect;

import java.time.Instant;
import java.util.List;

/** A family of ids that a text may belong to. */
@FunctionalInterface
interface Form {

  /**
   * Reads a text.
   *
   * @param text what was asked about, without quotes, wrapping and spaces
   * @param now what the clock says
   * @return every reading that fits, likeliest first; none if the text is of another form
   */
  List<Reading> read(String text, Instant now);
}
