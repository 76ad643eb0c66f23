package io.mintmark.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.simulation.InjectedBugs.InjectedBug;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The page docs/verification.md shows the real output of runs, and lists all injected bugs. */
class VerificationPageTest {

  private static final long SEED = 13;

  private static String page() throws IOException {
    return Files.readString(Path.of("../../docs/verification.md"));
  }

  @Test
  void totals_ofTheRunOnThePage_matchThePage() throws Exception {
    Main totals = new Main();
    totals.add(new Simulation(new Seams()).run(SEED));

    assertThat(page()).contains("simulate " + SEED + " 1\n" + totals + "\nfailed=0 ");
  }

  @Test
  void bugs_ofTheTest_areOnThePage() throws Exception {
    for (InjectedBug bug : InjectedBugs.ALL) {
      assertThat(page()).contains("| " + bug.name() + " | ", "| " + bug.rule() + " |");
    }
  }

  @Test
  void trace_ofTheBugOnThePage_matchesThePage() throws Exception {
    InjectedBug bug = InjectedBugs.SKIPPED_WAIT;
    Throwable violation = new Simulation(bug.seams()).run(bug.seed()).violation();

    String trace = Trace.of(bug.seed(), Objects.requireNonNull(violation), bug.seams());

    String shown = page().substring(page().indexOf("```text\nSeed ") + "```text\n".length());
    assertThat(trace)
        .containsSubsequence(
            List.of(shown.substring(0, shown.indexOf("```")).split(" +\\.\\.\\.\n")));
  }
}
