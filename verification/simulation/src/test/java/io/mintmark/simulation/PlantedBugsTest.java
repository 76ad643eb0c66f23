package io.mintmark.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A simulation is worth what it finds: each of these mistakes, within a few seeds. */
@Execution(ExecutionMode.CONCURRENT)
class PlantedBugsTest {

  /** As the script {@code planted} prints them. */
  private static final Path SEEDS = Path.of("planted-seeds.txt");

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

  @Test
  void seeds_thatAreKnown_areAmongTheFirstAndOfMistakesThatThereAre() throws IOException {
    assertThat(known().values())
        .isNotEmpty()
        .allSatisfy(seed -> assertThat(seed).isBetween(1L, (long) PlantedBugs.MAX_SEEDS));
    assertThat(PlantedBugs.ALL)
        .extracting(PlantedBug::mistake)
        .containsAll(known().keySet());
  }

  /** The seed that is known to show it is tried first, as all those before it take long. */
  @ParameterizedTest
  @MethodSource("bugs")
  @Tag("long")
  void bug_planted_isShownByOneOfTheFirstSeeds(PlantedBug bug) throws Exception {
    long likely = known().getOrDefault(bug.mistake(), 1L);

    assertThat(bug.isShown(likely, PlantedBugs.MAX_SEEDS)).as(bug.mistake()).isTrue();
  }

  /** Mistakes that few worlds show, each with the first seed of one that did. */
  private static Map<String, Long> known() throws IOException {
    try (Stream<String> lines = Files.lines(SEEDS)) {
      return lines
          .map(line -> line.split(" {2,}"))
          .collect(Collectors.toMap(parts -> parts[0], parts -> Long.parseLong(parts[1])));
    }
  }
}
