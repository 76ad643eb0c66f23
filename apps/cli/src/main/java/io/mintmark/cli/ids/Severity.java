package io.mintmark.cli.ids;

/** How bad something is that was seen in ids. */
public enum Severity {
  /** Nothing is to be done. */
  OK,
  /** Somebody should know it. */
  WARN,
  /** Something is wrong, or will be within a year. */
  FAIL
}
