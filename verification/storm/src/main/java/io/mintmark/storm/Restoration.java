package io.mintmark.storm;

import io.mintmark.rigs.EngineProcess;
import io.mintmark.rigs.ToolRun;
import io.mintmark.storm.Engine.Backup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Restores the store of an environment from a backup, as the page on backups describes: nothing
 * runs, all lines are raised beyond all ids, and only then the servers start again.
 */
final class Restoration {

  /**
   * How far ids may be ahead of their process's clock: by a window, by the later ticks that a busy
   * process uses in advance, and by the rest of a second.
   */
  private static final Duration AHEAD_OF_CLOCKS = Kind.WINDOW.plusSeconds(2);

  /** More numbers than processes make between the backup and its restoration. */
  private static final long MARGIN = 100_000_000;

  private final Environment environment;
  private final Backup backup;
  private final Path copy;

  /** Makes the backup. */
  Restoration(Environment environment, Backup backup) throws Exception {
    this.environment = environment;
    this.backup = backup;
    this.copy = environment.files().resolve("backup-" + System.nanoTime());
    backup.make(copy);
  }

  /**
   * Ends the servers, restores the store, raises all lines, and starts the servers again. The page
   * requires a wait of two minutes with default settings. Here windows are shorter, and it is known
   * how far clocks were ahead.
   *
   * @param latestNanos the latest time that a process's clock has shown, in {@link System#nanoTime}
   */
  void run(long latestNanos) throws Exception {
    for (EngineProcess server : environment.servers()) {
      int exit = server.terminate();
      if (exit != 0) {
        throw new IllegalStateException("the server did not end properly: exit=" + exit);
      }
    }
    backup.restore(copy);
    ToolRun.delete(copy);
    Waiting.pass(AHEAD_OF_CLOCKS.plusNanos(latestNanos - System.nanoTime()));
    List<String> command = new ArrayList<>(List.of("lines", "raise", "--all"));
    command.add("--margin=" + MARGIN);
    command.add("--config=" + writeConfiguration());
    command.add(environment.engine().storeArgument(environment.url()));
    environment
        .servers()
        .forEach(server -> command.add("--last-store=" + ServerProcess.lastStore(server)));
    String raised = Programs.mintmark(command);
    for (Kind kind : environment.kinds()) {
      if (!raised.contains(kind.line())) {
        throw new IllegalStateException(
            "a line was not raised: line=" + kind.line() + ", raised=" + raised);
      }
    }
    environment.servers().forEach(EngineProcess::restart);
  }

  /** Writes a configuration with the generators that the processes have in their code. */
  private Path writeConfiguration() throws IOException {
    Path key = Files.writeString(environment.files().resolve("opaque.key"), Kind.OPAQUE_KEY);
    String generators = environment.kinds().stream()
        .map(kind -> "  " + kind.definition().replace("opaque.key", key.toString()) + "\n")
        .collect(Collectors.joining("", "generators:\n", ""));
    return Files.writeString(environment.files().resolve("all.yaml"), generators);
  }
}
