package io.mintmark.cli;

import io.mintmark.json.Json;

/**
 * How far a line (a counter) of a restored store must be raised.
 *
 * @param name the line's name
 * @param before its present position
 * @param next its required position, {@code before} or above
 * @param reason the source of the required position
 */
record RaisedLine(String name, long before, long next, Reason reason) {

  /** The source of a required position. */
  enum Reason {
    CLOCK("the clock"),
    NEXT_TICK("the clock: the next id is made when the next hour, day or longer time begins"),
    CLOCK_AND_MARGIN("the clock and the margin"),
    SERVER("a server's last-store"),
    MARGIN("the margin alone"),
    PAST("its worker number makes no more ids for past moments"),
    END("nothing: it is at its end"),
    UNKNOWN("nothing: no generator of the configuration uses it");

    /** The source for people. */
    final String text;

    Reason(String text) {
      this.text = text;
    }
  }

  /** Writes the result for programs. */
  static void describe(Json json, RaisedLine line) {
    json.put("name", line.name)
        .put("before", Long.toString(line.before))
        .put("next", Long.toString(line.next))
        .put("reason", Figures.word(line.reason));
  }
}
