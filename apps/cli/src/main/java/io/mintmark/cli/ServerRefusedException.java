package io.mintmark.cli;

import io.mintmark.error.MintmarkException;

/** A server has answered that it does not do what was asked; its message says why. */
final class ServerRefusedException extends MintmarkException {

  private static final long serialVersionUID = 1L;
  private static final int FORBIDDEN = 403;
  private static final int NOT_FOUND = 404;
  private static final int FIRST_SERVER_FAULT = 500;

  private final int status;

  ServerRefusedException(int status, String message) {
    super(message);
    this.status = status;
  }

  /** Whether the server could not do it for any caller. */
  boolean isServerFault() {
    return status >= FIRST_SERVER_FAULT;
  }

  /** Whether it has nothing of this path, on this port. */
  boolean isElsewhere() {
    return status == NOT_FOUND;
  }

  /** Whether the token holds, and is not for this. */
  boolean isForbidden() {
    return status == FORBIDDEN;
  }
}
