package io.mintmark.uuid;

import java.time.InstantSource;

/**
 * Discards state that a process keeps until it ends, for a simulated process that has ended. Each
 * process of a run has its own clocks, and therefore its own ticks for each node.
 */
public final class EndedProcess {

  private EndedProcess() {}

  /**
   * Forgets the ticks of all nodes.
   *
   * @param wall the clock of a process that has ended
   */
  public static void forget(InstantSource wall) {
    NodeTicks.BY_NODE.keySet().removeIf(key -> key.wall() == wall);
  }
}
