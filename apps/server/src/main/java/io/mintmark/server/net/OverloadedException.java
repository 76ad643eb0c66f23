package io.mintmark.server.net;

import io.mintmark.service.Problem;
import io.mintmark.service.ProblemException;

/**
 * The request needs more memory, threads or connections than the server has left. It can succeed
 * later.
 */
public final class OverloadedException extends ProblemException {

  private static final long serialVersionUID = 1L;

  /** Makes an exception. The message names the refused action. */
  public OverloadedException(String message) {
    super(Problem.Kind.OVERLOADED, message);
  }
}
