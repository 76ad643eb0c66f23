package io.mintmark.storm;

import io.mintmark.rigs.EngineProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Runs programs of this host, and Mintmark's command line. */
final class Programs {

  private Programs() {}

  static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  static boolean isRoot() {
    return System.getProperty("user.name").equals("root");
  }

  /** Whether new threads can be refused to processes, and granted again. */
  static boolean canLimitThreads() {
    return EngineProcess.find("prlimit").isPresent()
        && EngineProcess.find("setpriv").isPresent();
  }

  /** Returns the start of a command that sets further variables for the program after it. */
  static List<String> with(Consumer<ProcessBuilder> variables) {
    ProcessBuilder environment = new ProcessBuilder();
    environment.environment().clear();
    variables.accept(environment);
    List<String> command = new ArrayList<>(List.of("env"));
    environment.environment().forEach((name, value) -> command.add(name + "=" + value));
    return command;
  }

  /** Runs a program to its end, and returns its output. */
  static String run(Object... words) {
    List<String> command = Stream.of(words).map(Object::toString).toList();
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getOutputStream().close();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IllegalStateException(
            "a program failed: command=" + String.join(" ", command) + ", output=" + said);
      }
      return said;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** Runs Mintmark's command line to its end, and returns its output. */
  static String mintmark(List<String> arguments) {
    List<String> command = new ArrayList<>(List.of(java(), "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), "io.mintmark.cli.Main"));
    command.addAll(arguments);
    return run(command.toArray());
  }

  /** Deletes a folder and its contents. */
  static void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
