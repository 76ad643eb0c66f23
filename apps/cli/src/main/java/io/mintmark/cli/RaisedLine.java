package io.mintmark.cli;

import io.mintmark.json.Json;
import java.util.Locale;

/**
 * How far a line of a restored store has to be raised.
 *
 * @param name the line's name
 * @param before where it stands
 * @param next where it has to stand, {@code before} or above
 * @param reason what says so
 * @param detail more of that for people, or nothing
 */
record RaisedLine(String name, long before, long next, Reason reason, String detail) {

  /** What says how far a line has to be raised. */
  enum Reason {
    CLOCK("the clock"),
    IDS("the ids that were found"),
    SERVER("what a server remembers"),
    MARGIN("the margin alone"),
    TIME("nothing: it carries time, for which there is --by-time"),
    END("nothing: it is at its end"),
    UNKNOWN("nothing: no generator of the configuration uses it");

    private final String text;

    Reason(String text) {
      this.text = text;
    }
  }

  /** For people. */
  String explanation() {
    return detail.isEmpty() ? reason.text : reason.text + ", " + detail;
  }

  /** For programs. */
  void describe(Json json) {
    json.put("name", name)
        .put("before", Long.toString(before))
        .put("next", Long.toString(next))
        .put("reason", reason.name().toLowerCase(Locale.ROOT));
  }

  static void describe(Json json, RaisedLine line) {
    line.describe(json);
  }
}
