package io.mintmark.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
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
        .endsWith("replay: verification/simulation/planted 'a number that is in use is taken' "
            + found.seed() + "\n");
    assertThat(found.story().lines().filter(line -> line.contains("makes the id")))
        .isNotEmpty();
    assertThat(Story.length(found.story())).isLessThan(20);
    assertThat(bug.find(PlantedBugs.MAX_SEEDS)).isEqualTo(found);
  }

  @Test
  void story_ofPlantedBug_isToldAgainByItsReplay() throws Exception {
    PlantedBug bug =
        PlantedBugs.named("of two segments the one that was claimed later is used first");
    PlantedBug.Found found = bug.find(PlantedBugs.MAX_SEEDS);
    String replay = found.story().lines().reduce((line, next) -> next).orElseThrow();
    List<String> words = List.of(replay.split("'"));

    Planted again = Planted.of(List.of(words.get(1), words.get(2).strip()));

    assertThat(words.get(0)).isEqualTo("replay: verification/simulation/planted ");
    assertThat(again.bugs()).containsExactly(bug);
    assertThat(bug.findIn(again.seed().orElseThrow())).isEqualTo(found);
  }
}
