package io.mintmark.faults;

import io.mintmark.rigs.EngineProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts Mintmark's server as its users do, in a process of its own. */
final class ServerProcess {

  /** A strict sequence, so that each number is a claim. */
  static final String PROBE = "probe";

  private static final String CONFIGURATION = """
      generators:
        probe: {type: sequence, strict: true}
        storm/snowflake: {type: snowflake, window: 4s}
        documents: {type: objectid}
      auto-create:
        "*": {}
      """;

  private ServerProcess() {}

  /**
   * Starts one.
   *
   * @param directory where it runs
   * @param store its store's arguments
   * @param launcher what starts it, and gives it variables; empty if nothing does
   */
  static EngineProcess start(Path directory, List<String> store, List<String> launcher) {
    try {
      Files.createDirectories(directory);
      Files.writeString(directory.resolve("mintmark.yaml"), CONFIGURATION);
      Files.writeString(
          directory.resolve("java.args"), "-cp " + System.getProperty("java.class.path"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    int http = EngineProcess.freePort();
    List<String> command = new ArrayList<>(launcher);
    command.addAll(List.of(
        Programs.java(),
        "-Xmx96m",
        "@java.args",
        "io.mintmark.cli.Main",
        "serve",
        "--config=mintmark.yaml",
        "--http=127.0.0.1:" + http,
        "--resp=127.0.0.1:" + EngineProcess.freePort()));
    command.addAll(store);
    return EngineProcess.start(directory, http, command);
  }
}
