package io.mintmark.server.net;

import io.mintmark.error.MintmarkException;

/** Requests and answers hold all the memory that they may; trying again later helps. */
public final class OverloadedException extends MintmarkException {

  private static final long serialVersionUID = 1L;

  /** Says what was not done. */
  public OverloadedException(String message) {
    super(message);
  }
}
