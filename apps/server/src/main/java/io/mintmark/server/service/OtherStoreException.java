package io.mintmark.server.service;

import io.mintmark.error.MintmarkException;

/** Who asks means the lines of a store that is not the one here. */
public final class OtherStoreException extends MintmarkException {

  private static final long serialVersionUID = 1L;

  OtherStoreException(String message) {
    super(message);
  }
}
