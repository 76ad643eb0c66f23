package io.mintmark.moving;

import io.mintmark.store.ClaimStore;

/** Makes copies that run on the one thread of a run, which they are called on. */
public final class SimulatedCopy {

  private SimulatedCopy() {}

  /**
   * Makes a copy that takes one line after the other.
   *
   * @param from the store whose lines are moved
   * @param to where they go
   * @return a copy that has not begun
   */
  public static LinesCopy of(ClaimStore from, ClaimStore to) {
    return new LinesCopy(from, to, "simulated:target", (step, done, all) -> {}, 1);
  }
}
