package io.mintmark.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.simulation.InjectedBugs.InjectedBug;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Shows that the simulation finds bugs: it must find each of these within 300 seeds. */
@Tag("long")
class InjectedBugsTest {

  static List<InjectedBug> bugs() {
    return InjectedBugs.ALL;
  }

  /** First tries a seed that is known to show the bug. */
  @ParameterizedTest
  @MethodSource("bugs")
  void bug_ofEachRule_isFoundByAnEarlySeed(InjectedBug bug) {
    Simulation simulation = new Simulation(bug.seams());

    assertThat(LongStream.concat(LongStream.of(bug.seed()), LongStream.rangeClosed(1, 300))
            .anyMatch(seed -> bug.isShownBy(simulation.run(seed))))
        .isTrue();
  }
}
