package io.mintmark.server.access;

import io.mintmark.error.MintmarkException;

/** Who asks has not shown a token that holds. */
public final class UnauthenticatedException extends MintmarkException {

  private static final long serialVersionUID = 1L;

  UnauthenticatedException(String message) {
    super(message);
  }
}
