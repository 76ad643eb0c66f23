package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mintmark.cli.ids.IdAnalysis;
import io.mintmark.cli.ids.IdLines;
import io.mintmark.cli.ids.KnownLayout;
import io.mintmark.cli.ids.ReadIds;
import io.mintmark.rigs.ProcessClock;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests keys of a format with a tiny capacity. Four processes with one server make them, and the
 * clocks of the processes are stepped at random all the time. No key repeats, and all keys have the
 * same width.
 */
@Tag("fault")
@Tag("long")
final class SteppedClocksTest {

  private static final int PROCESSES = 4;
  private static final long KEYS = Long.getLong("mintmark.stepped.keys", 1_000_000);
  private static final long SEED = Long.getLong("mintmark.stepped.seed", 20_261_121);
  private static final Duration STARTING = Duration.ofMinutes(2);

  /** The minimum rate on a busy machine, below which the test fails. */
  private static final long LEAST_KEYS_A_SECOND = 5_000;

  private static final int VERIFIER_BYTES = 1 << 28;

  @TempDir
  private Path directory;

  @Test
  void keys_clocksSteppedUnderTheProcesses_neverRepeatNorWiden() throws Exception {
    assumeTrue(ProcessClock.canBeStepped(), "needs libfaketime, to step a clock under a process");
    draw(KEYS, true);
  }

  @Test
  void keys_clocksSteppedInTheProcesses_neverRepeatNorWiden() throws Exception {
    draw(Math.min(KEYS, 1_000_000), false);
  }

  private void draw(long keys, boolean outside) throws Exception {
    long start = System.nanoTime();
    Path config = Files.writeString(directory.resolve("c.yaml"), "auto-create: {\"*\": {}}\n");
    List<KeyProcess> processes = new ArrayList<>();
    try (ServeProcess server = ServeProcess.start(config, directory.resolve("data"))) {
      String url = server.url().replaceFirst("^http:", "mintmark:");
      for (int i = 0; i < PROCESSES; i++) {
        processes.add(KeyProcess.start(url, keys / PROCESSES, directory, SEED + i, outside));
      }
      stepUntilEnd(processes, keys, outside);
    } finally {
      processes.forEach(KeyProcess::close);
    }
    System.out.printf(
        "%,d keys in %d s, seed=%d%n", keys, (System.nanoTime() - start) / 1_000_000_000, SEED);
    List<KeyProcess.Summary> summaries = new ArrayList<>();
    for (KeyProcess process : processes) {
      summaries.add(process.summary());
      assertWidth(process.keys(), keys / PROCESSES);
    }
    System.out.println(summaries);
    assertThat(summaries).as("seed=%d", SEED).allMatch(summary -> summary.stepsBack() > 0);
    assertThat(summaries).as("seed=%d", SEED).anyMatch(summary -> summary.workers() > 1);
    ReadIds report = verify(processes);
    assertThat(report.count()).isEqualTo(keys);
    assertThat(report.first()).as("seed=%d", SEED).isEmpty();
  }

  private static void stepUntilEnd(List<KeyProcess> processes, long keys, boolean outside) {
    Random random = new Random(SEED);
    long bound = STARTING.plus(Duration.ofSeconds(keys / LEAST_KEYS_A_SECOND)).toNanos();
    long start = System.nanoTime();
    while (processes.stream().anyMatch(KeyProcess::isRunning)) {
      assertThat(System.nanoTime() - start).as("seed=%d", SEED).isLessThan(bound);
      if (outside) {
        int max = KeyProcess.MAX_STEP_MS;
        processes.get(random.nextInt(processes.size())).step(random.nextInt(-max, max));
      }
      LockSupport.parkNanos(KeyProcess.STEP_NANOS / processes.size());
    }
  }

  /** Checks that all lines have the same width. */
  private static void assertWidth(Path keys, long count) throws IOException {
    assertThat(Files.size(keys)).isEqualTo(count * KeyProcess.LINE_WIDTH);
    byte[] line = new byte[KeyProcess.LINE_WIDTH];
    try (InputStream in = new BufferedInputStream(Files.newInputStream(keys), 1 << 16)) {
      while (in.readNBytes(line, 0, line.length) > 0) {
        String text = new String(line, StandardCharsets.US_ASCII);
        if (text.indexOf('\n') != line.length - 1) {
          throw new AssertionError("a key has another width: lines='" + text + "'");
        }
      }
    }
  }

  private ReadIds verify(List<KeyProcess> processes) throws IOException {
    List<InputStream> files = new ArrayList<>();
    for (KeyProcess process : processes) {
      files.add(Files.newInputStream(process.keys()));
    }
    InputStream in = new SequenceInputStream(Collections.enumeration(files));
    try (IdLines lines = new IdLines(in)) {
      return new IdAnalysis(VERIFIER_BYTES, directory, 5)
          .read(lines, KnownLayout.ALL, Instant.now(), count -> {});
    }
  }
}
