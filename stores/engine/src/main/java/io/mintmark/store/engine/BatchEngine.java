package io.mintmark.store.engine;

import java.util.List;

/**
 * The part of an adapter that does several writes in one round trip, or in as few as its engine
 * allows.
 */
@FunctionalInterface
public interface BatchEngine {

  /**
   * Does writes and answers each of them, when what it did is durable. Called by one thread at a
   * time, not always the same one. Returns or throws within the store's deadline, and keeps the
   * thread's interrupt flag.
   *
   * <p>The writes need not happen together: the engine may do some and fail at others. A write
   * that was left without an answer counts as failed; if this throws, all of them do, whatever
   * they were answered before.
   *
   * @param writes one or more, no two of them on one line
   * @throws Exception if the engine could not be asked, or its answer is not known
   */
  void execute(List<Write> writes) throws Exception;
}
