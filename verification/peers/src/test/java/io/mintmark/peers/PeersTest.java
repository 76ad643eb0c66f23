package io.mintmark.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The short comparison: what is promised of Mintmark, and that the rest can be seen. */
@Tag("fault")
@Tag("long")
class PeersTest {

  /** Everything but what a person has to do something about after a loss. */
  static List<Arguments> promised() {
    return Stream.of(Scenario.values())
        .flatMap(scenario -> Peers.all().stream()
            .filter(peer -> peer.name().startsWith("Mintmark"))
            .filter(scenario::concerns)
            .filter(peer -> OutOfScope.note(scenario, peer).isEmpty())
            .map(peer -> Arguments.of(scenario, peer.name())))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("promised")
  void play_mintmark_noDuplicateNoBrokenOrder(Scenario scenario, String name) throws Exception {
    Row row = played(scenario, Peers.named(name));

    assertThat(row.drawn().made()).isPositive();
    assertThat(row.duplicates()).isZero();
    // An ObjectId's counter goes on at 0 after FFFFFF, in the middle of a second.
    if (!name.equals("Mintmark ObjectId")) {
      assertThat(row.drawn().broken()).isZero();
    }
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void play_whatRepeatsOnPurpose_isFound(Scenario scenario) throws Exception {
    Row row = played(scenario, Peers.REPEATING);

    assertThat(row.duplicates()).isEqualTo(row.drawn().made() - 4_096);
    assertThat(row.drawn().broken()).isPositive();
  }

  static List<Scenario> scenarios() {
    return Stream.of(Scenario.values())
        .filter(scenario -> scenario.concerns(Peers.REPEATING))
        .toList();
  }

  /** Two JVMs with one node in their settings, whose clocks show the same time. */
  @Test
  void play_nodeGivenTwiceInTime_isFound() throws Exception {
    Row row = played(Scenario.CLOCK_BACK, Peers.named("hypersistence TSID, node given"));

    assertThat(row.duplicates()).isPositive();
  }

  private static Row played(Scenario scenario, Peer peer) throws Exception {
    Optional<String> missing = scenario.missing();
    assumeTrue(missing.isEmpty(), () -> "needs " + missing.orElseThrow());
    return Main.play(scenario, peer, Run.Length.SHORT);
  }
}
