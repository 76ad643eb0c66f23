package io.mintmark.simulation;

/** Something was seen that may never be. */
final class Violation extends RuntimeException {

  private static final long serialVersionUID = 1;

  Violation(String message) {
    super(message);
  }

  Violation(String message, Throwable cause) {
    super(message, cause);
  }
}
