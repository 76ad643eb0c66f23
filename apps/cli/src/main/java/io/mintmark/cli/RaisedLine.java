package io.mintmark.cli;

import io.mintmark.json.Json;

/**
 * How far a line (a counter) of a restored store must be raised.
 *
 * @param name the line's name
 * @param before its present position
 * @param next its required position, {@code before} or above
 * @param reason the source of the required position
 * @param detail more of the reason for people, or an empty text
 */
record RaisedLine(String name, long before, long next, Reason reason, String detail) {

  /** The source of a required position. */
  enum Reason {
    CLOCK("the clock"),
    IDS("the ids that were found"),
    SERVER("a server's last-store"),
    MARGIN("the margin alone"),
    TIME("nothing: it carries time, see --by-time"),
    PAST("its worker number makes no more ids for past moments"),
    END("nothing: it is at its end"),
    UNKNOWN("nothing: no generator of the configuration uses it");

    private final String text;

    Reason(String text) {
      this.text = text;
    }
  }

  /** Returns the reason for people. */
  String explanation() {
    return detail.isEmpty() ? reason.text : reason.text + ", " + detail;
  }

  /** Writes the result for programs. */
  static void describe(Json json, RaisedLine line) {
    json.put("name", line.name)
        .put("before", Long.toString(line.before))
        .put("next", Long.toString(line.next))
        .put("reason", Figures.word(line.reason));
  }
}
