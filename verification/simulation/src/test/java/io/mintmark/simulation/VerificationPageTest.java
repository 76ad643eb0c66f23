package io.mintmark.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What docs/verification.md shows of runs is what they print. */
class VerificationPageTest {

  private static final long SEED = 13;

  private static String page() throws IOException {
    return Files.readString(Path.of("../../docs/verification.md"));
  }

  /** The parts of a block, between lines that stand for what was left out. */
  private static List<String> parts(String page, String beginsWith) {
    String begun = page.substring(page.indexOf("```text\n" + beginsWith) + "```text\n".length());
    return List.of(begun.substring(0, begun.indexOf("```\n")).split(" +\\.\\.\\.\n"));
  }

  @Test
  void counts_ofTheWorldThatThePageShows_areAsItSays() throws Exception {
    Tally tally = new Tally();
    tally.add(new Simulation().apply(SEED));

    assertThat(page()).contains("simulate " + SEED + " 1\n" + tally + "\nfailed=0 ");
  }

  @Test
  void story_ofTheMistakeThatThePageShows_isAsItSays() throws Exception {
    PlantedBug.Found found = PlantedBugs.named(
            "worker numbers are taken as soon as a store that forgets has come up")
        .find(PlantedBugs.MAX_SEEDS);

    assertThat(found.seed()).isEqualTo(SEED);
    assertThat(found.story()).containsSubsequence(parts(page(), "Seed " + SEED + ":"));
  }
}
