package io.mintmark.cli.ids;

/** The severity of an observation. */
public enum Severity {
  /** No action is needed. */
  OK,
  /** A person should know it. */
  WARN,
  /** A fault exists, or will exist within a year. */
  FAIL
}
