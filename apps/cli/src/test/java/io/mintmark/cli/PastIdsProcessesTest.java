package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.rigs.EngineProcess;
import io.mintmark.store.jdbc.Engines;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests ids of one past moment from processes that run at the same time. */
@Tag("long")
final class PastIdsProcessesTest {

  private static final int PROCESSES = 4;
  private static final int IDS = 500;
  private static final long DEADLINE_SECONDS = 60;

  @TempDir
  private Path directory;

  @Test
  void next_atOneMomentOnPostgres_neverRepeats() throws Exception {
    try (EngineProcess postgres = Engines.postgres(directory.resolve("postgres"))) {
      assertThatIdsDiffer("--store", Engines.postgresUrl(postgres.port()));
    }
  }

  @Test
  void next_atOneMomentOnAServer_neverRepeats() throws Exception {
    Path config = Files.writeString(directory.resolve("c.yaml"), "generators: {}\n");
    Path data = directory.resolve("data");
    try (ServeProcess server = ServeProcess.start(config, data)) {
      assertThatIdsDiffer("--server", server.url());
      assertThatIdsDiffer("--data", data.toString());
    }
  }

  private static void assertThatIdsDiffer(String option, String place) throws Exception {
    List<Process> processes = IntStream.range(0, PROCESSES)
        .mapToObj(each -> ServeProcess.command(
            "next",
            "snowflake",
            "-n",
            Integer.toString(IDS),
            "--at",
            option.equals("--data") ? "2024-05-06" : "2024-05-07",
            option,
            place))
        .toList();
    List<String> ids = new ArrayList<>();
    for (Process process : processes) {
      ids.addAll(lines(process));
    }
    assertThat(ids).hasSize(PROCESSES * IDS).doesNotHaveDuplicates();
  }

  private static List<String> lines(Process process) throws IOException, InterruptedException {
    List<String> lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
        .lines()
        .toList();
    assertThat(process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
    return lines;
  }
}
