package io.mintmark.store.engine;

import java.util.List;

/**
 * Makes several writes in one round trip to an engine, or in as few round trips as the engine
 * allows.
 */
@FunctionalInterface
public interface BatchEngine {

  /**
   * Makes writes, and answers each write when the change that it makes is durable. Called by one
   * thread at a time, but not always by the same thread. Must return or throw within the store's
   * deadline, and keep the thread's interrupt flag.
   *
   * <p>The writes need not be atomic together: the engine may make some and fail with others. A
   * write without an answer counts as failed. If this method throws, all writes count as failed,
   * including those already answered.
   *
   * @param writes one or more, at most one per line
   * @throws Exception if the engine could not be reached, or the outcome is unknown
   */
  void execute(List<Write> writes) throws Exception;
}
