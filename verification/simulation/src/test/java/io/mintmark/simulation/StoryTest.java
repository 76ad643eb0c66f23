package io.mintmark.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StoryTest {

  @Test
  void story_ofPlantedBug_isShortAndEndsWithTheId() throws Exception {
    PlantedBug bug = PlantedBugs.named("a number that is in use is taken");

    PlantedBug.Found found = bug.find(PlantedBugs.MAX_SEEDS);

    assertThat(found.seed()).isPositive();
    assertThat(found.story())
        .startsWith("Seed " + found.seed() + ": ")
        .contains("starts a process", "takes worker/")
        .endsWith("replay: verification/simulation/simulate " + found.seed() + " 1\n");
    assertThat(found.story().lines().filter(line -> line.contains("makes the id")))
        .isNotEmpty();
    assertThat(Story.length(found.story())).isLessThan(20);
    assertThat(bug.find(PlantedBugs.MAX_SEEDS)).isEqualTo(found);
  }
}
