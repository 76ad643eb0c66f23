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
      "check",
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
  void version_isPrinted() {
    assertThat(Run.of("--version").out()).startsWith("mintmark ").contains("(Java ");
  }

  @Test
  void command_mistyped_isSuggested() {
    Run run = Run.of("inspct", "1");

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("inspct", "Did you mean inspect?\n", "Try 'mintmark --help'.");
    assertThat(Run.of("lines", "rase", "seq/a", "1").err()).contains("Did you mean raise?\n");
  }

  @Test
  void argument_unlikeAnyKnownOne_hasNoSuggestion() {
    for (String[] command : new String[][] {
      {"frobnicate"}, {"lines", "frobnicate"}, {"next", "--frobnicate"}, {"next", "-x"}
    }) {
      Run run = Run.of(command);

      assertThat(run.code()).isEqualTo(2);
      assertThat(run.err().lines()).hasSize(2);
      assertThat(run.err()).doesNotContainIgnoringCase("did you mean", "possible");
    }
  }

  @Test
  void option_mistyped_isWrongUsage() {
    Run run = Run.of("next", "--cuont", "3", "invoices");

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err())
        .contains("--cuont", "Did you mean --count?\n", "Try 'mintmark next --help'.");
  }

  @Test
  void argument_tooMany_isReported() {
    Run run = Run.of("next", "invoices", "5");

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).startsWith("mintmark: no such command or argument: 5\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "next invoices -n x",
        "verify --show 99999999999",
        "verify --show 1s",
        "lines raise seq/a 9223372036854775808",
        "lines raise seq/a \u0663",
        "lines raise seq/a +3",
        "lines raise --all --margin \uff13",
        "lines list --limit \u0663",
        "next invoices -n \u0663",
        "verify --show \u096f",
        "check --show \u0663",
        "next invoices -n 010",
        "lines raise seq/a 010"
      })
  void number_invalid_isWrongUsage(String command) {
    String[] args = command.split(" ");
    Run run = Run.of(args);

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err())
        .contains(" whole number")
        .containsPattern("[a-z0-9]: \\Q" + args[args.length - 1] + "\\E\n");
  }

  @Test
  void configuration_severalFaults_printsOneLineEach(@TempDir Path directory) throws IOException {
    Path config = Files.writeString(
        directory.resolve("m.yaml"), "stor: x\ngenerators:\n  a: {type: nothing}\n");
    Run run = Run.of("next", "a", "--config", config.toString());

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err().lines())
        .hasSize(3)
        .first()
        .isEqualTo("mintmark: the configuration has several faults:");
    assertThat(run.err().lines().skip(1)).allMatch(line -> line.startsWith("  " + config + ":"));
  }

  @Test
  void command_missing_isWrongUsage() {
    Run run = Run.of();

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("Missing required subcommand");
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
  void command_outputDeviceFull_fails(String command, @TempDir Path data) throws IOException {
    assumeTrue(Files.exists(FULL), "needs " + FULL);
    List<String> args = new ArrayList<>(List.of(command.split(" ")));
    if (command.equals("verify")) {
      args.add(Files.writeString(data.resolve("ids"), "7\n").toString());
    } else if (!List.of("token", "lines", "--help").contains(args.get(0))) {
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
    assertThat(Run.of("completion", "--help").out())
        .startsWith("Usage: mintmark completion ")
        .contains("source <(mintmark completion)");
  }

  @Test
  void colour_onScreensOnly_unlessTurnedOff() {
    String id = "4df2dcec2cdcd20936a8b817";

    assertThat(Run.onScreen(Map.of(), "inspect", id).out()).contains("\u001b[");
    assertThat(Run.of("inspect", id).out()).doesNotContain("\u001b[");
    assertThat(Run.onScreen(Map.of("NO_COLOR", "1"), "inspect", id).out())
        .isEqualTo(Run.of("inspect", id).out());
    assertThat(Run.onScreen(Map.of("TERM", "dumb"), "inspect", id).out())
        .isEqualTo(Run.of("inspect", id).out());
  }
}
