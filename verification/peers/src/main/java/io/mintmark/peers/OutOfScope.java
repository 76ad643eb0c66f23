package io.mintmark.peers;

import io.mintmark.peers.Peer.Engine;
import io.mintmark.peers.Peer.Numbers;
import java.util.Optional;

/** What a library's own documents ask of its users and this comparison does not do. */
final class OutOfScope {

  private static final String RAISE = "[the lines have to be raised first]"
      + "(operations/backup.md#after-restoring-a-backup) after such a loss, which nobody did here";

  private static final String CLUSTER =
      "its worker numbers come from its cluster mode, which was not used here";

  private OutOfScope() {}

  /** What they ask for in a scenario; empty if nothing. */
  static Optional<String> note(Scenario scenario, Peer peer) {
    boolean forgets = scenario == Scenario.FAILOVER || scenario == Scenario.RESTORED;
    boolean raised = peer.numbers() == Numbers.SEGMENTS || peer.engine() == Engine.POSTGRESQL;
    if (forgets && raised && peer.name().startsWith("Mintmark")) {
      return Optional.of(RAISE);
    }
    boolean several = scenario == Scenario.PODS || scenario == Scenario.CONTAINERS;
    return several && peer.name().startsWith("ShardingSphere")
        ? Optional.of(CLUSTER)
        : Optional.empty();
  }
}
