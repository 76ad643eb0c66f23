package io.mintmark.internal.batch;

/**
 * Receives the positions (claimed numbers, each for one id) of one batch, turns them into ids, and
 * writes the ids to the destination of the batch. Positions arrive in runs, which are ranges of
 * consecutive positions, in their order. Used by one thread at a time.
 *
 * <p>Every batch uses a sink, for all kinds of ids and all destinations. Uniqueness does not depend
 * on the sink: it receives only positions that no other caller gets, and turns them into ids by the
 * same rule as for single ids.
 */
@FunctionalInterface
public interface RunSink {

  /**
   * Writes the ids of consecutive positions.
   *
   * @param worker the worker number for which the positions were claimed; ignored if ids do not
   *     contain it
   * @param start the first position
   * @param count the number of positions. The ids of the used ones are at most as many as the batch
   *     still lacks
   * @param made the number of ids of the batch that are already made. The new ids follow them. If
   *     the batch starts again, this is 0. This is needed after a checkpoint (a snapshot of the
   *     process), because other copies of the process may use the same positions
   * @return the number of ids; less than {@code count} if some of the positions are not used
   */
  long add(long worker, long start, long count, long made);
}
