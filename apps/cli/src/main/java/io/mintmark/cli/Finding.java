package io.mintmark.cli;

import io.mintmark.cli.ids.Severity;

/**
 * One thing that a doctor looked at.
 *
 * @param group what it is a part of
 * @param name what it is
 * @param value what was found
 * @param level how that is; of a warning nothing is wrong yet, or it could not be seen
 * @param problem what is wrong, or will be, and what to do; empty if nothing is
 */
record Finding(Group group, String name, String value, Severity level, String problem) {

  /** Groups of findings, in the order in which they are shown. */
  enum Group {
    /** A server, and the way to it. */
    SERVER,
    /** The store. */
    STORE,
    /** What generators there are, and when what ends. */
    GENERATORS,
    /** Worker numbers. */
    WORKERS
  }

  boolean is(Severity other) {
    return level == other;
  }
}
