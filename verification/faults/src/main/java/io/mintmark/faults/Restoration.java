package io.mintmark.faults;

import io.mintmark.faults.Site.Backup;
import io.mintmark.rigs.EngineProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Collectors;

/**
 * Sets a site's store back to a copy of before, as the page on backups says: nothing runs, all
 * lines are raised past what can have been made, and only then does the server start again.
 */
final class Restoration {

  /**
   * How far ids may be ahead of what the clock of their process once showed: by a window, by what
   * ids borrow of the ticks to come, and by the rest of a second.
   */
  private static final Duration AHEAD_OF_CLOCKS = Kind.WINDOW.plusSeconds(1).plusSeconds(1);

  /** More numbers than are made between the copy and its restoration. */
  private static final long MARGIN = 100_000_000;

  private final Site site;
  private final Backup backup;
  private final Path copy;

  private Restoration(Site site, Backup backup) {
    this.site = site;
    this.backup = backup;
    this.copy = site.files().resolve("backup-" + System.nanoTime());
  }

  /** Makes the copy, while the server may be silent only if that ends it. */
  static Restoration begin(Site site, Backup backup, HealthWatch health) {
    Restoration restoration = new Restoration(site, backup);
    if (site.backupEndsServer()) {
      health.allowSilence();
    }
    backup.make(restoration.copy);
    if (site.backupEndsServer()) {
      health.endSilence();
    }
    return restoration;
  }

  /**
   * Ends the server, puts the copy in the store's place, and starts the server again. The page says
   * to wait for two minutes with the settings that generators have by themselves; here they have
   * shorter windows, and it is known how far clocks were ahead.
   *
   * @param latestNanos the latest time that a clock of a process has shown, by {@link
   *     System#nanoTime}
   */
  void run(long latestNanos) {
    EngineProcess server = site.server();
    int unused = server.terminate();
    backup.restore(copy);
    Programs.delete(copy);
    Waiting.pass(AHEAD_OF_CLOCKS.plusNanos(latestNanos - System.nanoTime()));
    String raised = Programs.mintmark(
        "lines",
        "raise",
        "--all",
        "--by-time",
        "--margin=" + MARGIN,
        "--config=" + writeConfiguration(),
        site.storeArgument(),
        "--last-store=" + site.lastStore());
    if (raised.isBlank()) {
      throw new IllegalStateException("no line was raised: " + site.storeArgument());
    }
    server.restart();
  }

  /** The generators that the processes have in their code. */
  private Path writeConfiguration() {
    Path key = site.files().resolve("opaque.key");
    String generators = site.kinds().stream()
        .map(kind -> "  " + kind.definition(key) + "\n")
        .collect(Collectors.joining());
    try {
      Files.writeString(key, Kind.OPAQUE_KEY);
      return Files.writeString(site.files().resolve("all.yaml"), "generators:\n" + generators);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
