package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.rigs.ToolRun;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests {@code check} with millions of ids and a heap of 64 MB. */
@Tag("long")
final class CheckMemoryTest {

  private static final int IDS = 5_000_000;
  private static final int HOSTS = 1_000;

  @TempDir
  private Path directory;

  private ToolRun check(String... more) throws Exception {
    List<String> command = new ArrayList<>(List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx64m",
        "-XX:+UseSerialGC",
        "-cp",
        System.getProperty("java.class.path"),
        "io.mintmark.cli.Main",
        "check",
        "--newest",
        "2026-11-24"));
    command.addAll(Arrays.asList(more));
    return ToolRun.of(new ProcessBuilder(command), "");
  }

  /** The ids are from a thousand hosts. One id occurs twice, five million lines apart. */
  @Test
  void check_millionsOfLines_needNoMoreMemoryThanFew() throws Exception {
    Path file = directory.resolve("ids");
    long first = 2125072407592558592L >> 22 << 22;
    try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(file))) {
      for (int i = 0; i < IDS; i++) {
        out.println(first + ((long) (i / 100) << 22) + ((i % HOSTS) << 12) + i % 7);
      }
      out.println(first);
    }

    ToolRun run = check(file.toString(), "--in-order");

    assertThat(run.output())
        .startsWith("5,000,001 ids\n")
        .contains("1 repeat an earlier one", first + " at line 5000001 was first at line 1");
    assertThat(run.output().replaceAll("\\s+", " ")).contains("with 1,000 worker numbers");
  }
}
