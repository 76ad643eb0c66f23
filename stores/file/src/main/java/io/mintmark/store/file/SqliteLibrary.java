package io.mintmark.store.file;

import static io.mintmark.store.engine.Failures.unavailable;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.store.file.internal.PrivateFiles;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteJDBCLoader;
import org.sqlite.util.LibraryLoaderUtil;
import org.sqlite.util.OSInfo;

/**
 * Loads SQLite's native library: unpacks it from the driver's jar into the directory for temporary
 * files, loads it from there and removes it at once. If that directory is not writable, or the
 * files in it may not be executed, the store's own directory is used.
 *
 * <p>The driver can unpack the library too. But it then compares the file with the jar byte by
 * byte, and searches the whole directory for files of killed processes. Together these take as long
 * as the rest of opening a store. If the library unpacked here cannot be loaded, the driver still
 * does all of that.
 */
final class SqliteLibrary {

  /** The property with the directory into which the driver unpacks the library. */
  private static final String UNPACKED_TO = "org.sqlite.tmpdir";

  /** The property with a directory from which the driver loads the library without unpacking it. */
  private static final String LOADED_FROM = "org.sqlite.lib.path";

  private static boolean loaded;

  private SqliteLibrary() {}

  /**
   * Loads the library, unless it is loaded already.
   *
   * @param directory the directory of a store
   * @throws StoreUnavailableException if the library can be loaded from no directory
   */
  @SuppressWarnings("CatchingUnchecked")
  static synchronized void load(Path directory) {
    if (loaded) {
      return;
    }
    String chosen = System.getProperty(UNPACKED_TO);
    Path usual = Path.of(chosen == null ? System.getProperty("java.io.tmpdir") : chosen);
    List<String> reasons = new ArrayList<>();
    for (Path folder : chosen == null ? List.of(usual, directory) : List.of(usual)) {
      try {
        loadFrom(folder);
        return;
      } catch (Exception | LinkageError e) {
        reasons.add(folder + ": " + e);
      }
    }
    throw unavailable(
        "SQLite's library cannot be unpacked and loaded: directory={}, reasons={}; start Java with"
            + " -D{}=DIR, a directory where files can be written and executed",
        usual,
        reasons,
        UNPACKED_TO);
  }

  /** Makes the driver load the library from a new folder in a directory. Removes the folder. */
  private static void loadFrom(Path directory) throws Exception {
    @Nullable String unpackedTo = System.getProperty(UNPACKED_TO);
    @Nullable String given = System.getProperty(LOADED_FROM);
    Path folder = PrivateFiles.createTemporaryDirectory(directory, "mintmark-sqlite-");
    try {
      System.setProperty(UNPACKED_TO, folder.toString());
      if (given == null && unpack(folder)) {
        System.setProperty(LOADED_FROM, folder.toString());
      }
      initializeInSilence();
      loaded = true;
    } finally {
      restore(UNPACKED_TO, unpackedTo);
      restore(LOADED_FROM, given);
      remove(folder.toFile());
    }
  }

  /**
   * Returns false if the jar contains no library for this host. Then the driver searches in other
   * places.
   */
  private static boolean unpack(Path folder) throws IOException {
    String name = LibraryLoaderUtil.getNativeLibName();
    try (InputStream library =
        SQLiteJDBCLoader.class.getResourceAsStream(folderInJar() + "/" + name)) {
      if (library == null) {
        return false;
      }
      Files.copy(library, folder.resolve(name));
      return true;
    }
  }

  /**
   * Returns the library's folder in the driver's jar. On Linux the driver's own method is not used,
   * because it starts a process to find out that this is not Android.
   */
  private static String folderInJar() {
    return System.getProperty("os.name").equals("Linux")
        ? "/org/sqlite/native/Linux" + (OSInfo.isMusl() ? "-Musl/" : "/") + OSInfo.getArchName()
        : LibraryLoaderUtil.getNativeLibResourcePath();
  }

  private static void restore(String property, @Nullable String value) {
    if (value == null) {
      System.clearProperty(property);
    } else {
      System.setProperty(property, value);
    }
  }

  /** Removes a folder. Windows cannot delete a loaded library until the JVM exits. */
  private static void remove(File folder) {
    for (File file : Objects.requireNonNullElse(folder.listFiles(), new File[0])) {
      if (!file.delete()) {
        folder.deleteOnExit();
        file.deleteOnExit();
      }
    }
    boolean unused = folder.delete();
  }

  /**
   * Loads the library while the driver's log is off. The driver would log a stack trace for each
   * place where it finds no library, and {@link #load} reports the reason anyway.
   */
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
}
