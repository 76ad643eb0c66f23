package io.mintmark.server.net;

import io.mintmark.service.Problem;
import io.mintmark.service.ProblemException;

/** Requests and answers hold all the memory that they may; trying again later helps. */
public final class OverloadedException extends ProblemException {

  private static final long serialVersionUID = 1L;

  /** Says what was not done. */
  public OverloadedException(String message) {
    super(Problem.Kind.OVERLOADED, message);
  }
}
