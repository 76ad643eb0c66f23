package io.mintmark.faults;

import io.mintmark.faults.Site.Backup;
import io.mintmark.testkit.EngineProcess;
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

  /** As the page says, so that no id is left whose time has not come yet. */
  private static final Duration AFTER_THE_LAST = Duration.ofMinutes(2);

  /** More numbers than a storm makes in all. */
  private static final long MARGIN = 100_000_000;

  private final Site site;
  private final Backup backup;
  private final Path copy;

  private Restoration(Site site, Backup backup) {
    this.site = site;
    this.backup = backup;
    this.copy = site.files().resolve("backup");
  }

  /** Makes the copy. */
  static Restoration begin(Site site, Backup backup) {
    Restoration restoration = new Restoration(site, backup);
    backup.make(restoration.copy);
    return restoration;
  }

  /** Ends the server, puts the copy in the store's place, and starts the server again. */
  void run() {
    EngineProcess server = site.server();
    int unused = server.terminate();
    backup.restore(copy);
    Waiting.pass(AFTER_THE_LAST);
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
    String generators = site.kinds().stream()
        .map(kind -> "  " + kind.definition() + "\n")
        .collect(Collectors.joining());
    try {
      return Files.writeString(site.files().resolve("all.yaml"), "generators:\n" + generators);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
