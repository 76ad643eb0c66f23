package io.mintmark.rigs;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mintmark.error.Message;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A program of this host that has ended.
 *
 * @param exitValue its exit status
 * @param output its whole output
 * @param errors its whole standard error; empty if that went to its output
 */
public record ToolRun(int exitValue, String output, String errors) {

  private static final long MAX_SECONDS = 120;
  private static final long NPM_TIMEOUT_MS = 20_000;

  /**
   * Skips the calling test if a program is missing, and names the program.
   *
   * @param programs their names
   */
  public static void assumeAreThere(String... programs) {
    for (String program : programs) {
      assumeTrue(EngineProcess.find(program).isPresent(), "needs " + program + " on the PATH");
    }
  }

  /**
   * Installs packages of npm's registry into a folder. If that fails, the calling test is skipped.
   * There is only one attempt, because npm's own retries take longer than a test may.
   *
   * @param folder the parent of {@code node_modules}
   * @param packages their names and versions, such as {@code ioredis@5.11.1}
   * @throws IOException if npm cannot be started
   * @throws InterruptedException if the wait is interrupted; the program is ended then
   */
  public static void assumeNpmInstalls(Path folder, String... packages)
      throws IOException, InterruptedException {
    assumeAreThere("node", "npm");
    List<String> command = new ArrayList<>(List.of("npm", "install", "--prefix", "."));
    command.addAll(List.of("--no-audit", "--no-fund", "--prefer-offline"));
    command.addAll(List.of("--fetch-retries=0", "--fetch-timeout=" + NPM_TIMEOUT_MS));
    command.addAll(List.of(packages));
    ToolRun install = in(folder, command, "");
    assumeTrue(
        install.exitValue() == 0,
        "needs " + List.of(packages) + " of npm's registry: " + install.output());
  }

  /**
   * Runs a program. Its output includes its standard error.
   *
   * @param folder its working directory
   * @param command its name and arguments
   * @param input its standard input
   * @return its result
   * @throws IOException if it cannot be started
   * @throws InterruptedException if the wait is interrupted; the program is ended then
   * @throws AssertionError if it does not end within 120 seconds; the message has its output
   */
  public static ToolRun in(Path folder, List<String> command, String input)
      throws IOException, InterruptedException {
    return of(
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true), input);
  }

  /**
   * Runs a program that must succeed.
   *
   * @param folder its working directory
   * @param command its name and arguments
   * @throws AssertionError if it does not end with 0; the message has its output
   */
  public static void succeed(Path folder, List<String> command) {
    String unused = output(folder, command);
  }

  /**
   * Runs a program that must succeed.
   *
   * @param folder its working directory
   * @param command its name and arguments
   * @return its output, which includes its standard error
   * @throws AssertionError if it does not end with 0; the message has its output
   */
  public static String output(Path folder, List<String> command) {
    try {
      ToolRun run = in(folder, command, "");
      if (run.exitValue() != 0) {
        throw new AssertionError(Message.of("a program failed: command={}, {}", command, run));
      }
      return run.output();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted: command=" + command, e);
    }
  }

  /**
   * Deletes a folder and its contents.
   *
   * @param folder the folder
   */
  public static void delete(Path folder) {
    succeed(Path.of("."), List.of("rm", "-rf", folder.toString()));
  }

  /**
   * Returns whether the user of this process is root.
   *
   * @return whether a test may mount disks and switch users
   */
  public static boolean isRoot() {
    return System.getProperty("user.name").equals("root");
  }

  /**
   * Runs a program with its own settings, except for its input and outputs.
   *
   * @param program the program, its arguments and its environment
   * @param input its standard input
   * @return its result
   * @throws IOException if it cannot be started
   * @throws InterruptedException if the wait is interrupted; the program is ended then
   * @throws AssertionError if it does not end within 120 seconds; the message has its output
   */
  public static ToolRun of(ProcessBuilder program, String input)
      throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("tool");
    Path in = Files.writeString(folder.resolve("in"), input);
    Path out = folder.resolve("out");
    Path err = Files.createFile(folder.resolve("err"));
    Process process = program
        .redirectInput(in.toFile())
        .redirectOutput(out.toFile())
        .redirectError(err.toFile())
        .start();
    try {
      boolean ended = process.waitFor(MAX_SECONDS, TimeUnit.SECONDS);
      ToolRun run = new ToolRun(
          ended ? process.exitValue() : -1, Files.readString(out), Files.readString(err));
      if (!ended) {
        throw new AssertionError(Message.of(
            "did not end: command={}, seconds={}, {}", program.command(), MAX_SECONDS, run));
      }
      return run;
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      for (Path each : List.of(in, out, err, folder)) {
        Files.delete(each);
      }
    }
  }
}
