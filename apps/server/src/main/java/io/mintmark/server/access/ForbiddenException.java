package io.mintmark.server.access;

import io.mintmark.error.MintmarkException;

/** The token that was shown is not for this. */
public final class ForbiddenException extends MintmarkException {

  private static final long serialVersionUID = 1L;

  ForbiddenException(String message) {
    super(message);
  }
}
