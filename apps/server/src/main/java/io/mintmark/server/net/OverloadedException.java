package io.mintmark.server.net;

import io.mintmark.service.Problem;
import io.mintmark.service.ProblemException;

/** Requests and replies use all their memory; trying again later helps. */
public final class OverloadedException extends ProblemException {

  private static final long serialVersionUID = 1L;

  /** Makes an exception. The message names the refused action. */
  public OverloadedException(String message) {
    super(Problem.Kind.OVERLOADED, message);
  }
}
