package io.mintmark.concurrency;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.error.Message;
import io.mintmark.rigs.ToolRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Visits every state of the model of an engine that can forget, with Spin. In no state do two
 * processes own the same position. If a rule in the model's first comment is removed, there is such
 * a state.
 */
@Tag("long")
final class ModelsTest {

  private static final System.Logger LOG = System.getLogger(ModelsTest.class.getName());
  private static final Path MODEL = Path.of("models/forgetting.pml").toAbsolutePath();
  private static final Pattern RULE = Pattern.compile("(?m)^ \\*   ([A-Z_]+)  +\\S");
  private static final Pattern STATES = Pattern.compile("errors: (\\d+)\\s+(\\d+) states, stored");

  @TempDir
  private Path folder;

  @BeforeEach
  void needsTools() {
    ToolRun.assumeAreThere("spin", "gcc");
  }

  @Test
  void search_wholeModel_findsNoPositionOwnedTwice() throws Exception {
    assertThat(errors()).isEqualTo("0");
    assertThat(errors("-DSETTINGS")).isEqualTo("0");
  }

  @Test
  void search_withoutOneRule_findsAPositionOwnedTwice() throws Exception {
    List<String> rules = RULE.matcher(Files.readString(MODEL))
        .results()
        .map(rule -> "-D" + rule.group(1))
        .toList();
    assertThat(rules).hasSize(7);
    for (String without : rules) {
      assertThat(errors(without)).as(without).isEqualTo("1");
    }
  }

  /**
   * Generates and compiles the search program of the model, and runs it to the first error or to
   * its end.
   */
  private String errors(String... without) {
    List<String> spin = new ArrayList<>(List.of("spin", "-a"));
    spin.addAll(List.of(without));
    spin.add(MODEL.toString());
    ToolRun.succeed(folder, spin);
    String gcc = "gcc -w -O2 -DSAFETY -DCOLLAPSE -DMEMLIM=2000 -o pan pan.c";
    ToolRun.succeed(folder, List.of(gcc.split(" ")));
    String output = ToolRun.output(folder, List.of("./pan", "-m100000"));
    // A search that ran out of memory or depth has not visited all states.
    assertThat(output).doesNotContain("MEMLIM bound", "max search depth too small");
    MatchResult found = STATES.matcher(output).results().findFirst().orElseThrow();
    LOG.log(System.Logger.Level.INFO, Message.of("{}, states={}", spin, found.group(2)));
    return found.group(1);
  }
}
