package io.mintmark.storm;

import io.mintmark.rigs.EngineProcess;
import io.mintmark.rigs.ToolRun;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Runs programs of this host, and Mintmark's command line. */
final class Programs {

  private Programs() {}

  static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
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

  /** Runs a program to its end. */
  static void run(Object... words) {
    ToolRun.succeed(Path.of("."), Stream.of(words).map(Object::toString).toList());
  }

  /** Runs Mintmark's command line to its end, and returns its output. */
  static String mintmark(List<String> arguments) {
    List<String> command = new ArrayList<>(List.of(java(), "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), "io.mintmark.cli.Main"));
    command.addAll(arguments);
    return ToolRun.output(Path.of("."), command);
  }
}
