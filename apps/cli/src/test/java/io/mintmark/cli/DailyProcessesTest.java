package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.rigs.LongRun;
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

/**
 * Tests daily numbers with a worker field, from more processes than worker numbers. Each process
 * takes a worker number, makes a few keys and ends.
 */
@Tag("long")
final class DailyProcessesTest {

  private static final int ROUNDS = LongRun.size(1, 3);
  private static final int AT_A_TIME = 4;
  private static final int KEYS = 7;
  private static final long DEADLINE_SECONDS = 60;

  @TempDir
  private Path directory;

  @Test
  @Tag("sized")
  void next_manyShortProcessesInADay_shareTheWorkersNumbers() throws Exception {
    Path served = Files.writeString(directory.resolve("served.yaml"), "generators: {}\n");
    Path config = Files.writeString(directory.resolve("c.yaml"), """
        generators:
          parcels:
            {type: key, format: "P{time:yyyyMMdd}{worker:1}{seq:4}", zone: UTC, workers: 0..1}
        """);
    List<String> keys = new ArrayList<>();
    try (ServeProcess server = ServeProcess.start(served, directory.resolve("data"))) {
      String store = server.url().replaceFirst("^http:", "mintmark:");
      for (int round = 0; round < ROUNDS; round++) {
        List<Process> processes = IntStream.range(0, AT_A_TIME)
            .mapToObj(each -> ServeProcess.command(
                "next",
                "parcels",
                "-n",
                Integer.toString(KEYS),
                "--config",
                config.toString(),
                "--store",
                store))
            .toList();
        for (Process process : processes) {
          keys.addAll(lines(process));
        }
      }
    }
    assertThat(keys)
        .hasSize(ROUNDS * AT_A_TIME * KEYS)
        .doesNotHaveDuplicates()
        .allMatch(key -> key.matches("P\\d{8}[01]\\d{4}"));
  }

  private static List<String> lines(Process process) throws IOException, InterruptedException {
    assertThat(process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
        .lines()
        .toList();
  }
}
