package io.mintmark.store.file;

import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.sqlite.SQLiteJDBCLoader;

/**
 * SQLite's native library, which its driver unpacks from its jar into the directory for temporary
 * files, and loads from there. Where that directory is not writable, or nothing in it may be
 * executed, the store's own directory serves; the driver removes the library at the end.
 */
final class SqliteLibrary {

  private static final String UNPACKED_TO = "org.sqlite.tmpdir";

  private SqliteLibrary() {}

  /**
   * Loads it, if that was not done yet.
   *
   * @param directory where a store lies
   * @throws StoreUnavailableException if it can be loaded from nowhere
   */
  @SuppressWarnings("CatchingUnchecked")
  static synchronized void load(Path directory) {
    boolean chosen = System.getProperty(UNPACKED_TO) != null;
    Path usual = Path.of(System.getProperty(UNPACKED_TO, System.getProperty("java.io.tmpdir")));
    String reason = "it is not a directory that can be written to";
    if (Files.isDirectory(usual) && Files.isWritable(usual)) {
      try {
        initializeInSilence();
        return;
      } catch (Exception | LinkageError e) {
        reason = e.toString();
      }
    }
    if (chosen) {
      throw refused(usual, reason, "give -D" + UNPACKED_TO + " a directory where it can");
    }
    try {
      System.setProperty(UNPACKED_TO, directory.toString());
      initializeInSilence();
    } catch (Exception | LinkageError e) {
      System.clearProperty(UNPACKED_TO);
      StoreUnavailableException refused = refused(
          usual,
          reason,
          "neither can it in " + directory + ", reason=" + e + "; start Java with -D" + UNPACKED_TO
              + "=DIR, a directory where files can be written and executed");
      refused.addSuppressed(e);
      throw refused;
    }
  }

  /** The driver logs a stack for each place that it tries; what matters of them is said here. */
  private static void initializeInSilence() throws Exception {
    Logger driver = Logger.getLogger(SQLiteJDBCLoader.class.getName());
    Level before = driver.getLevel();
    driver.setLevel(Level.OFF);
    try {
      SQLiteJDBCLoader.initialize();
    } finally {
      driver.setLevel(before);
    }
  }

  private static StoreUnavailableException refused(Path usual, String reason, String then) {
    return new StoreUnavailableException(Message.of(
        "SQLite's library cannot be unpacked and loaded: directory={}, reason={}; {}",
        usual,
        reason,
        then));
  }
}
