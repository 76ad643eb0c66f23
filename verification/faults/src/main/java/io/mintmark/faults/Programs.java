package io.mintmark.faults;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mintmark.rigs.EngineProcess;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Programs of this host's that the storm and the day run, and Mintmark's own command line. */
public final class Programs {

  private static final Path POSTGRESQL = Path.of("/usr/lib/postgresql");

  private Programs() {}

  /** Names the program that runs this JVM. */
  public static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  static boolean isRoot() {
    return System.getProperty("user.name").equals("root");
  }

  /** Finds the folder of PostgreSQL's programs, the newest release first. */
  public static Optional<Path> postgresql() {
    if (!Files.isDirectory(POSTGRESQL)) {
      return Optional.empty();
    }
    try (Stream<Path> releases = Files.list(POSTGRESQL)) {
      return releases
          .map(release -> release.resolve("bin"))
          .filter(bin -> Files.isExecutable(bin.resolve("postgres")))
          .max(Comparator.naturalOrder());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Finds the folder of PostgreSQL's programs; skips what asks if there is none. */
  static Path assumePostgresql() {
    Optional<Path> programs = postgresql();
    assumeTrue(programs.isPresent(), "needs PostgreSQL's programs (Debian's postgresql)");
    return programs.orElseThrow();
  }

  /** PostgreSQL's programs refuse to run as root: another user's id, to them alone, will do. */
  public static List<String> unprivileged(List<String> command) {
    List<String> all = new ArrayList<>();
    if (isRoot()) {
      all.add(EngineProcess.find("unshare").orElseThrow().toString());
      all.add("-U");
    }
    all.addAll(command);
    return all;
  }

  /** Returns the start of a command that gives the program after it further variables. */
  static List<String> with(Consumer<ProcessBuilder> variables) {
    ProcessBuilder environment = new ProcessBuilder();
    environment.environment().clear();
    variables.accept(environment);
    List<String> command = new ArrayList<>(List.of("env"));
    environment.environment().forEach((name, value) -> command.add(name + "=" + value));
    return command;
  }

  /** Runs a program to its end, and returns what it said. */
  public static String run(List<String> command) {
    return run(command, input -> {});
  }

  /** What a program reads. */
  @FunctionalInterface
  interface Input {

    /** Writes all of it. */
    void writeTo(PrintStream input) throws IOException;
  }

  private static String run(List<String> command, Input what) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      try (PrintStream input = new PrintStream(
          new BufferedOutputStream(process.getOutputStream()), false, StandardCharsets.UTF_8)) {
        what.writeTo(input);
      }
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IllegalStateException(
            "a program failed: command=" + String.join(" ", command) + ", said=" + said);
      }
      return said;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** Runs Mintmark's command line to its end, and returns what it said. */
  public static String mintmark(String... arguments) {
    return mintmark(input -> {}, arguments);
  }

  /** The same, with what it reads; it says nothing before it has read all. */
  static String mintmark(Input input, String... arguments) {
    List<String> command = new ArrayList<>(List.of(
        java(),
        "-XX:TieredStopAtLevel=1",
        "-cp",
        System.getProperty("java.class.path"),
        "io.mintmark.cli.Main"));
    command.addAll(List.of(arguments));
    return run(command, input);
  }

  /** Deletes a folder and all that is in it. */
  public static void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void signal(String name, long pid) {
    run(List.of("kill", "-" + name, Long.toString(pid)));
  }

  /** Whether processes can be refused further threads, and granted them again. */
  static boolean canLimitThreads() {
    return EngineProcess.find("prlimit").isPresent()
        && EngineProcess.find("setpriv").isPresent();
  }
}
