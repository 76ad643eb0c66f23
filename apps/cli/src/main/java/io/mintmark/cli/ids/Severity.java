package io.mintmark.cli.ids;

/** The severity of an observation. */
public enum Severity {
  /** No action is needed. */
  OK,
  /** A person should know it. */
  WARN,
  /** A fault exists, or will exist within a year. */
  FAIL;

  /** Returns this severity on a condition, else {@link #OK}. */
  public Severity when(boolean condition) {
    return condition ? this : OK;
  }
}
