package io.mintmark.internal.batch;

/**
 * Takes the ids of one batch, in runs of positions, in their order. One thread at a time uses it.
 *
 * <p>Every batch goes through a sink, whatever its ids are and wherever they are written.
 * Uniqueness does not depend on the sink. It receives only positions that its caller alone owns,
 * and turns them into ids by the same rule as for single ids.
 */
public interface RunSink {

  /**
   * Returns the size of the batch.
   *
   * @return how many ids it takes, 1 or more
   */
  int count();

  /**
   * Writes the ids of consecutive positions after the ids that were added before.
   *
   * @param worker the worker number of their line; any number if there are no workers
   * @param start the first position
   * @param count how many, at most as many as are missing
   */
  void add(long worker, long start, int count);

  /**
   * Forgets all added ids, so that the batch starts again. This is needed after a checkpoint, when
   * copies of the process may use the same positions.
   */
  void clear();
}
