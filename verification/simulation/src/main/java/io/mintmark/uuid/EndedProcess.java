package io.mintmark.uuid;

import java.time.InstantSource;

/**
 * Forgets what a process keeps for as long as it lives, once a simulated one has ended: each
 * process of a run has clocks of its own, and so ticks of its own for each node.
 */
public final class EndedProcess {

  private EndedProcess() {}

  /**
   * Forgets the ticks of all nodes.
   *
   * @param wall the clock of a process of which nothing runs any more
   */
  public static void forget(InstantSource wall) {
    NodeTicks.BY_NODE.keySet().removeIf(key -> key.wall() == wall);
  }
}
