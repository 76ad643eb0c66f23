package io.mintmark.storm;

import io.mintmark.rigs.EngineProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Mintmark's server in a process of its own, started as users start it. */
final class ServerProcess {

  /** A strict sequence: each number is a claim. */
  static final String PROBE = "probe";

  private static final String CONFIGURATION = """
      generators:
        probe: {type: sequence, strict: true}
        storm/snowflake: {type: snowflake, window: 4s}
      auto-create:
        "*": {}
      """;

  private ServerProcess() {}

  /**
   * Starts a server, and waits until it accepts connections.
   *
   * @param directory its working directory
   * @param more additional lines of its configuration
   * @param arguments its store and other options
   * @param launcher starts it and sets variables, if not empty
   */
  static EngineProcess start(
      Path directory, String more, List<String> arguments, List<String> launcher)
      throws IOException {
    Files.createDirectories(directory);
    Files.writeString(directory.resolve("mintmark.yaml"), CONFIGURATION + more);
    Files.writeString(
        directory.resolve("java.args"), "-cp " + System.getProperty("java.class.path"));
    int http = EngineProcess.freePort();
    List<String> command = new ArrayList<>(launcher);
    command.addAll(List.of(Programs.java(), "-Xmx96m", "-XX:TieredStopAtLevel=1", "@java.args"));
    command.addAll(List.of("io.mintmark.cli.Main", "serve", "--config=mintmark.yaml"));
    command.add("--http=127.0.0.1:" + http);
    if (arguments.stream().noneMatch(each -> each.startsWith("--resp="))) {
      command.add("--resp=127.0.0.1:" + EngineProcess.freePort());
    }
    command.addAll(arguments);
    return EngineProcess.start(directory, http, command);
  }

  /** The file in which a server stores the ends of its claims. */
  static Path lastStore(EngineProcess server) {
    return server.directory().resolve("state/last-store");
  }
}
