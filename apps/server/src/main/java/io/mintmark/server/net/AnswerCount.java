package io.mintmark.server.net;

/** Counts answers by what came of their requests. */
@FunctionalInterface
public interface AnswerCount {

  /** Counts some answers of an outcome. */
  void answered(RequestOutcome outcome, int times);
}
