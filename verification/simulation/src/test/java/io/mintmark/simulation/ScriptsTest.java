package io.mintmark.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.condition.OS.WINDOWS;

import io.mintmark.rigs.ToolRun;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the scripts make of their arguments, with a Maven that only says that it was called. */
@DisabledOnOs(value = WINDOWS, disabledReason = "needs a POSIX shell")
final class ScriptsTest {

  private static final int WRONG_USAGE = 2;
  private static final int BUILDS = 77;

  @TempDir
  private Path tools;

  private ToolRun run(String script, String arguments) throws IOException, InterruptedException {
    Path maven = Files.writeString(tools.resolve("mvn"), "#!/bin/sh\nexit " + BUILDS + "\n");
    Files.setPosixFilePermissions(maven, PosixFilePermissions.fromString("rwxr-xr-x"));
    List<String> command = new ArrayList<>(List.of("./" + script));
    command.addAll(List.of(arguments.split(" ")));
    ProcessBuilder program = new ProcessBuilder(command);
    program
        .environment()
        .merge("PATH", tools.toString(), (path, first) -> first + File.pathSeparator + path);
    return ToolRun.of(program, "");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "x           | not a whole number of 1 to 18 digits: FIRST_SEED='x'",
        "1 abc       | not a whole number of 1 to 18 digits: HOW_MANY='abc'",
        "1 0         | too few: HOW_MANY=0 < 1",
        "1 --ids     | a number is missing: --ids HOW_MANY",
        "1 --ids 0   | too few: --ids=0 < 1",
        "1 --ids 1e9 | not a whole number of 1 to 18 digits: --ids='1e9'",
        "1 1234567890123456789 | not a whole number of 1 to 18 digits: "
            + "HOW_MANY='1234567890123456789'",
        "1 2 3       | too many arguments: count=3 > 2"
      })
  void simulate_wrongUsage_isRefusedBeforeAnyBuild(String arguments, String why) throws Exception {
    ToolRun run = run("simulate", arguments);

    assertThat(run.exitValue()).isEqualTo(WRONG_USAGE);
    assertThat(run.output()).isEmpty();
    assertThat(run.errors()).startsWith(why + "\n").contains("simulate [FIRST_SEED] [HOW_MANY]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"7", "0 1", "1 --ids 10000000000"})
  void simulate_rightUsage_builds(String arguments) throws Exception {
    assertThat(run("simulate", arguments).exitValue()).isEqualTo(BUILDS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"simulate", "planted"})
  void help_isPrintedBeforeAnyBuild(String script) throws Exception {
    ToolRun run = run(script, "--help");

    assertThat(run.exitValue()).isZero();
    assertThat(run.output()).contains("\n" + script + " ");
    assertThat(run.errors()).isEmpty();
  }
}
