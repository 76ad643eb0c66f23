package io.mintmark.server.net;

/** Counts replies by the outcome of their requests. */
@FunctionalInterface
public interface AnswerCount {

  /** Counts some replies of an outcome. */
  void answered(RequestOutcome outcome, int times);
}
