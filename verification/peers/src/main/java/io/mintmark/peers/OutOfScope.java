package io.mintmark.peers;

import io.mintmark.peers.Peer.Engine;
import io.mintmark.peers.Peer.Numbers;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** What a library's own documents ask of its users and this comparison does not do. */
final class OutOfScope {

  /**
   * What documents say.
   *
   * @param scenarios where it matters
   * @param peers for which libraries
   * @param text what they say, and where
   */
  private record Note(Set<Scenario> scenarios, Predicate<Peer> peers, String text) {}

  private static final Set<Scenario> CLOCK_BACK =
      Set.of(Scenario.CLOCK_BACK, Scenario.CLOCK_BACK_CRASH);
  private static final Set<Scenario> SEVERAL = Set.of(Scenario.CONTAINERS, Scenario.PODS);

  private static final List<Note> NOTES = List.of(
      new Note(
          Set.of(Scenario.FAILOVER, Scenario.RESTORED),
          peer -> peer.name().startsWith("Mintmark")
              && (peer.numbers() == Numbers.SEGMENTS || peer.engine() == Engine.POSTGRESQL),
          "[raise the lines first](operations/backup.md#after-restoring-a-backup), which nobody"
              + " did here"),
      new Note(
          SEVERAL,
          peer -> peer.name().startsWith("ShardingSphere"),
          "its worker numbers come from its cluster mode, which was not used here"),
      // README.md of 2025-04-10, number 9 of the section on how to integrate it, in Chinese.
      new Note(
          CLOCK_BACK,
          peer -> peer.name().equals("Yitter"),
          "its [README](https://github.com/yitter/IdGenerator) says to make sure that the clock at"
              + " a start is past the time at which the service last ended"),
      // README.md of both (2025-03-30, 2025-02-13), section "Node identifier".
      new Note(
          SEVERAL,
          peer -> peer.name().equals("tsid-creator") || peer.name().equals("hypersistence TSID"),
          "their READMEs ([one](https://github.com/f4b6a3/tsid-creator#node-identifier),"
              + " [the other](https://github.com/vladmihalcea/hypersistence-tsid#node-identifier))"
              + " avoid collisions by a node that each generator is given for itself; else it is"
              + " chosen by chance, as here"),
      // source/bson-objectid/objectid.md of mongodb/specifications, "Rationale for Changes".
      new Note(
          Set.of(Scenario.FULL_SPEED),
          peer -> peer.name().equals("bson ObjectId"),
          "[its specification](https://github.com/mongodb/specifications/blob/master/source/"
              + "bson-objectid/objectid.md) says that more than 16 million in a second may"
              + " repeat"));

  private OutOfScope() {}

  /** What they ask for in a scenario; empty if nothing. */
  static Optional<String> note(Scenario scenario, Peer peer) {
    return NOTES.stream()
        .filter(note -> note.scenarios.contains(scenario) && note.peers.test(peer))
        .map(Note::text)
        .findFirst();
  }
}
