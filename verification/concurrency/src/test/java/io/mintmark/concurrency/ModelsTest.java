package io.mintmark.concurrency;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.error.Message;
import io.mintmark.rigs.ToolRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Goes through every state of the models in {@code models} with Spin: in none is a position owned
 * twice. With a step of an algorithm taken away, as each model's first comment names them, Spin
 * finds such a state.
 */
@Tag("long")
final class ModelsTest {

  private static final System.Logger LOG = System.getLogger(ModelsTest.class.getName());
  private static final Path MODELS = Path.of("models");
  private static final Pattern FAULT =
      Pattern.compile("^ \\*   ([A-Z_]+)  +\\S", Pattern.MULTILINE);
  private static final Pattern STATES = Pattern.compile("errors: (\\d+)\\s+(\\d+) states, stored");

  @TempDir
  private Path folder;

  @BeforeEach
  void needsTools() {
    ToolRun.assumeAreThere("spin", "gcc");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "claims.pml",
        "claims.pml -DCRASHES=1 -DCALLS=1",
        "forgetting.pml",
        "moving.pml",
        "moving.pml -DSEEN_LINES",
        "snapshot.pml"
      })
  void search_ofTheWholeModel_findsNoPositionThatIsOwnedTwice(String model) throws Exception {
    MatchResult found = search(model);

    LOG.log(System.Logger.Level.INFO, Message.of("model={}, states={}", model, found.group(2)));
    assertThat(found.group(1)).isEqualTo("0");
  }

  @ParameterizedTest
  @MethodSource("faults")
  void search_withAStepTakenAway_findsAPositionThatIsOwnedTwice(String model) throws Exception {
    assertThat(search(model).group(1)).isEqualTo("1");
  }

  @Test
  void models_allOfThem_nameTheStepsThatTheyNeed() throws IOException {
    try (Stream<Path> models = Files.list(MODELS)) {
      assertThat(models)
          .hasSize(4)
          .allSatisfy(model -> assertThat(faultsOf(model)).hasSizeGreaterThanOrEqualTo(4));
    }
  }

  static List<String> faults() throws IOException {
    try (Stream<Path> models = Files.list(MODELS)) {
      return models.sorted().flatMap(model -> faultsOf(model).stream()).toList();
    }
  }

  private static List<String> faultsOf(Path model) {
    try {
      return FAULT
          .matcher(Files.readString(model))
          .results()
          .map(fault -> model.getFileName() + " -D" + fault.group(1))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Makes the search's program of a model and runs it to the first error, or to its end. */
  private MatchResult search(String model) throws IOException, InterruptedException {
    String[] words = model.split(" ");
    List<String> spin = new ArrayList<>(List.of("spin", "-a"));
    spin.addAll(List.of(words).subList(1, words.length));
    spin.add(MODELS.resolve(words[0]).toAbsolutePath().toString());
    run(spin);
    run(List.of(
        "gcc", "-w", "-O2", "-DSAFETY", "-DCOLLAPSE", "-DMEMLIM=2000", "-o", "pan", "pan.c"));
    String output = run(List.of("./pan", "-m100000"));
    // A search that ran out of memory or depth has not seen all.
    assertThat(output).doesNotContain("MEMLIM bound", "max search depth too small");
    return STATES
        .matcher(output)
        .results()
        .findFirst()
        .orElseThrow(() -> new AssertionError(Message.of("no result: output={}", output)));
  }

  private String run(List<String> command) throws IOException, InterruptedException {
    ToolRun run = ToolRun.in(folder, command, "");
    assertThat(run.exitValue()).as("%s: %s", command, run).isZero();
    return run.output();
  }
}
