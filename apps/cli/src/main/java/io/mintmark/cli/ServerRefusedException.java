package io.mintmark.cli;

import io.mintmark.error.MintmarkException;

/** A server has refused a request. The message has the reason. */
final class ServerRefusedException extends MintmarkException {

  private static final long serialVersionUID = 1L;
  private static final int FORBIDDEN = 403;
  private static final int FIRST_SERVER_FAULT = 500;

  private final int status;

  ServerRefusedException(int status, String message) {
    super(message);
    this.status = status;
  }

  /** Whether the server could not serve the request for any caller. */
  boolean isServerFault() {
    return status >= FIRST_SERVER_FAULT;
  }

  /** Whether the token is valid, but does not permit the request. */
  boolean isForbidden() {
    return status == FORBIDDEN;
  }
}
