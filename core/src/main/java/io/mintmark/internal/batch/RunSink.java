package io.mintmark.internal.batch;

/**
 * Takes the ids of one batch: run after run of positions, in their order. One thread uses it at a
 * time.
 *
 * <p>Every batch goes through one, whatever its ids are and wherever they are written. A sink has
 * no part in uniqueness: it is told of positions when they are its caller's alone, as single ids
 * are, and turns them into ids by the same rule.
 */
public interface RunSink {

  /**
   * Tells how large the batch is.
   *
   * @return how many ids it takes, 1 or more
   */
  int count();

  /**
   * Writes the ids of positions that follow each other, behind those it has.
   *
   * @param worker the worker number whose line they are on; without one, any
   * @param start the first position
   * @param count how many, at most as many as are missing
   */
  void add(long worker, long start, int count);

  /** Forgets what was added, and begins anew: others may own those positions. */
  void clear();
}
