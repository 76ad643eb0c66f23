package io.mintmark.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A simulation is worth what it finds: each of these mistakes, within a few seeds. */
class PlantedBugsTest {

  static Stream<PlantedBug> bugs() {
    return PlantedBugs.ALL.stream();
  }

  @Test
  void places_ofAllBugs_areThere() throws IOException {
    assertThat(PlantedBugs.ALL).hasSizeGreaterThanOrEqualTo(20);
    for (PlantedBug bug : PlantedBugs.ALL) {
      assertThat(bug.sources()).isNotEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("bugs")
  @Tag("long")
  void bug_planted_isFoundWithinAFewSeeds(PlantedBug bug) throws Exception {
    assertThat(bug.firstSeed(PlantedBugs.MAX_SEEDS)).as(bug.mistake()).isPositive();
  }
}
