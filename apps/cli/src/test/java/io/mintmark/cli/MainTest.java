package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

final class MainTest {

  private static final Path FULL = Path.of("/dev/full");

  private static final List<String> COMMANDS = List.of(
      "next",
      "inspect",
      "range",
      "explain",
      "generators",
      "lines",
      "doctor",
      "verify",
      "bench",
      "serve",
      "token");

  @Test
  void help_namesEveryCommand() {
    Run run = Run.of("--help");

    assertThat(run.code()).isZero();
    assertThat(run.out()).contains(COMMANDS).contains("completion", "Exit codes");
  }

  @ParameterizedTest
  @FieldSource("COMMANDS")
  void help_ofACommand_hasExamples(String command) {
    Run run = Run.of(command, "--help");

    assertThat(run.code()).isZero();
    assertThat(run.out()).startsWith("Usage: mintmark " + command).contains("Examples:");
    assertThat(run.out().lines()).allMatch(line -> line.length() <= 80);
  }

  @Test
  void version_isSaid() {
    assertThat(Run.of("--version").out()).startsWith("mintmark ").contains("(Java ");
  }

  @Test
  void command_mistyped_isSuggested() {
    Run run = Run.of("inspct", "1");

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("inspct", "Did you mean: ", "inspect", "Try 'mintmark --help'.");
  }

  @Test
  void option_mistyped_isWrongUsage() {
    Run run = Run.of("next", "--cuont", "3", "invoices");

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("--cuont", "Try 'mintmark next --help'.");
  }

  @Test
  void command_missing_isWrongUsage() {
    Run run = Run.of();

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("no command was given");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "inspect 4df2dcec2cdcd20936a8b817",
        "explain {time:yyyyMMdd}{seq:6}",
        "range objectid --from 2026-01-01 --to 2026-01-02",
        "generators",
        "generators --json",
        "lines list --store memory:",
        "verify",
        "doctor",
        "next objectid",
        "token shop",
        "--help"
      })
  @Tag("fault")
  void command_outputOnAFullDevice_fails(String command, @TempDir Path data) throws IOException {
    assumeTrue(Files.exists(FULL), "needs " + FULL);
    List<String> args = new ArrayList<>(List.of(command.split(" ")));
    if (!List.of("verify", "token", "lines", "--help").contains(args.get(0))) {
      args.addAll(List.of("--data", data.resolve("data").toString()));
    }
    try (OutputStream full = Files.newOutputStream(FULL)) {
      Run run = Run.into(full, args.toArray(String[]::new));

      assertThat(run.err()).contains("standard output cannot be written, reason=No space left");
      assertThat(run.code()).isEqualTo(1);
    }
  }

  @Test
  void completion_isAScript() {
    Run run = Run.of("completion");

    assertThat(run.code()).isZero();
    assertThat(run.out()).contains("complete -F", "inspect");
  }

  @Test
  void colour_isForScreensOnly_andNotAgainstAPersonsWish() {
    String id = "4df2dcec2cdcd20936a8b817";

    assertThat(Run.onScreen(Map.of(), "inspect", id).out()).contains("\u001b[");
    assertThat(Run.of("inspect", id).out()).doesNotContain("\u001b[");
    assertThat(Run.onScreen(Map.of("NO_COLOR", "1"), "inspect", id).out())
        .isEqualTo(Run.of("inspect", id).out());
    assertThat(Run.onScreen(Map.of("TERM", "dumb"), "inspect", id).out())
        .isEqualTo(Run.of("inspect", id).out());
  }
}
