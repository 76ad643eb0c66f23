package io.mintmark.cli;

import io.mintmark.cli.ids.Severity;

/**
 * One finding of a doctor.
 *
 * @param group its group
 * @param name the examined property
 * @param value the observed value
 * @param level how serious it is; a warning means that nothing is wrong yet, or that the value
 *     could not be examined
 * @param problem the present or future problem and its remedy; empty if there is none
 */
record Finding(Group group, String name, String value, Severity level, String problem) {

  /** Groups of findings, in display order. */
  enum Group {
    /** A server, and the connection to it. */
    SERVER,
    /** The store. */
    STORE,
    /** The generators, and when they run out. */
    GENERATORS,
    /** Worker numbers. */
    WORKERS
  }
}
