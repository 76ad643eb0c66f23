package io.mintmark.moving;

import io.mintmark.internal.store.LineStore;

/**
 * Makes objects that copy lines (named counters) to another store. They do all work on the calling
 * thread, which is the single thread of a simulation run.
 */
public final class SimulatedCopy {

  private SimulatedCopy() {}

  /**
   * Makes a copy that moves one line after the other.
   *
   * @param from the store whose lines are moved
   * @param to the store that receives them
   * @return a copy that has not begun
   */
  public static LinesCopy of(LineStore from, LineStore to) {
    return new LinesCopy(from, to, "simulated:target", (step, done) -> {}, 1);
  }
}
