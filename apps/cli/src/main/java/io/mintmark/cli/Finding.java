package io.mintmark.cli;

/**
 * One thing that a doctor looked at.
 *
 * @param group what it is a part of
 * @param name what it is
 * @param value what was found
 * @param level how that is
 * @param problem what is wrong, or will be, and what to do; empty if nothing is
 */
record Finding(Group group, String name, String value, Level level, String problem) {

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

  /** The states of what was looked at. */
  enum Level {
    /** Nothing is to be done. */
    OK,
    /** Nothing is wrong yet, or it could not be seen whether anything is. */
    WARN,
    /** Something is wrong. */
    FAIL
  }

  static Finding ok(Group group, String name, String value) {
    return new Finding(group, name, value, Level.OK, "");
  }

  static Finding warn(Group group, String name, String value, String problem) {
    return new Finding(group, name, value, Level.WARN, problem);
  }

  static Finding fail(Group group, String name, String value, String problem) {
    return new Finding(group, name, value, Level.FAIL, problem);
  }

  boolean is(Level other) {
    return level == other;
  }
}
