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
      // github.com/yitter/IdGenerator, README.md of 2025-04-10, in Chinese, rule 9 of its use.
      new Note(
          CLOCK_BACK,
          peer -> peer.name().equals("Yitter"),
          "its README asks that the clock at a start be past the last end"),
      // github.com/f4b6a3/tsid-creator and vladmihalcea/hypersistence-tsid, README.md of 2025,
      // section "Node identifier".
      new Note(
          SEVERAL,
          peer -> peer.name().equals("tsid-creator") || peer.name().equals("hypersistence TSID"),
          "their READMEs ask for a node of its own for each generator; here it is chosen by"
              + " chance"),
      // github.com/mongodb/specifications, source/bson-objectid/objectid.md, on the counter.
      new Note(
          Set.of(Scenario.FULL_SPEED),
          peer -> peer.name().equals("bson ObjectId"),
          "its specification says that over 16 million in a second may repeat"));

  private OutOfScope() {}

  /** What they ask for in a scenario; empty if nothing. */
  static Optional<String> note(Scenario scenario, Peer peer) {
    return NOTES.stream()
        .filter(note -> note.scenarios.contains(scenario) && note.peers.test(peer))
        .map(Note::text)
        .findFirst();
  }
}
