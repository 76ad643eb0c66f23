package io.mintmark.server.service;

import io.mintmark.error.MintmarkException;

/** No generator has this name, and none is made by asking for it. */
public final class UnknownGeneratorException extends MintmarkException {

  private static final long serialVersionUID = 1L;

  UnknownGeneratorException(String message) {
    super(message);
  }
}
