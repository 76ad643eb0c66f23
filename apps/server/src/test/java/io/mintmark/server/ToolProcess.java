package io.mintmark.server;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A program of this machine's, run to its end. */
final class ToolProcess {

  private static final long MAX_SECONDS = 120;

  private ToolProcess() {}

  /** Skips the test that asks, saying what it needs. */
  static void assumeIsThere(String program, String where) {
    boolean there = Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    assumeTrue(there, "needs " + program + ": " + where);
  }

  /** How a program ended, and all that it said, its errors too. */
  record Outcome(int exitValue, String output) {}

  static Outcome run(Path folder, List<String> command, String input)
      throws IOException, InterruptedException {
    Path in = Files.writeString(Files.createTempFile(folder, "input", ".txt"), input);
    Path out = Files.createTempFile(folder, "output", ".txt");
    Process process = new ProcessBuilder(command)
        .directory(folder.toFile())
        .redirectInput(in.toFile())
        .redirectErrorStream(true)
        .redirectOutput(out.toFile())
        .start();
    if (!process.waitFor(MAX_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("did not end: command=" + command + ", seconds=" + MAX_SECONDS
          + ", output=" + Files.readString(out));
    }
    return new Outcome(process.exitValue(), Files.readString(out));
  }
}
