package io.mintmark.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.condition.OS.WINDOWS;

import io.mintmark.rigs.ToolRun;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The script {@code simulate} checks its arguments before it builds anything. */
@DisabledOnOs(value = WINDOWS, disabledReason = "needs a POSIX shell")
final class ScriptsTest {

  @ParameterizedTest
  @ValueSource(strings = {"x", "1 abc", "1 0", "1 --ids", "1 --ids 0", "1 --ids 1e9", "1 2 3"})
  void simulate_wrongUsage_isRefusedBeforeAnyBuild(String arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("./simulate"));
    command.addAll(List.of(arguments.split(" ")));

    ToolRun run = ToolRun.of(new ProcessBuilder(command), "");

    assertThat(run.exitValue()).isEqualTo(2);
    assertThat(run.errors()).contains("=", "simulate [FIRST_SEED] [HOW_MANY]");
  }
}
