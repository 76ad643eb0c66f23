package io.mintmark.store.file;

import static io.mintmark.store.engine.Failures.misconfigured;

import io.mintmark.error.ClosedException;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.Durability;
import io.mintmark.internal.store.LineStore;
import io.mintmark.store.engine.Attempt;
import io.mintmark.store.engine.EngineStore;
import io.mintmark.store.engine.OpenSettings;
import io.mintmark.store.engine.StoreContext;
import io.mintmark.store.file.internal.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/**
 * A store on this host's disk: one SQLite file in a directory, for one process at a time. It keeps
 * lines, which are named, durable counters.
 *
 * <p>Each claim is on the disk before the store answers it. It survives {@code kill -9} and a power
 * cut, provided the disk keeps the data that it was asked to sync. That needs a local file system:
 * a network file system does not keep SQLite's locks and logs. Concurrent claims share one sync, so
 * many threads together are far faster than one thread alone. Every call returns or throws within
 * the timeout that was given at opening.
 *
 * <p>The directory contains {@code mintmark.db} with its log ({@code mintmark.db-wal} and
 * {@code -shm}), and {@code mintmark.lock}, which is locked while a process has the store open.
 * Make backups with SQLite's own means. A restored backup lacks the claims made after it, so the
 * lines (the counters in the file) must then be raised with {@code mintmark lines raise}. A damaged
 * file is refused when the damage is found: the marks that identify the file are checked at every
 * opening, a file up to 4 MiB is read completely at opening, and each page is checked when it is
 * read.
 *
 * <p>The clock is this host's. If it jumps ahead of elapsed time by over a day, its reading is used
 * only after the jump has lasted for a minute.
 *
 * <p>Thread-safe.
 */
public final class FileStore extends EngineStore {

  private final Path directory;
  private final DirectoryLock lock;

  private FileStore(Path directory, OpenSettings settings, DirectoryLock lock, FileEngine engine) {
    super(settings, engine, Durability.NOTHING_READ);
    this.directory = directory;
    this.lock = lock;
  }

  /**
   * Opens the store of a directory with the default timeout.
   *
   * @param directory the store's directory; created if it does not exist, with its parents
   * @return the open store, which the caller closes
   * @throws ConfigurationException if the path is not a directory
   * @throws StoreUnavailableException as {@link #open(Path, Duration)} does
   */
  public static FileStore open(Path directory) {
    return open(directory, DEFAULT_TIMEOUT);
  }

  /**
   * Opens the store of a directory.
   *
   * @param directory the store's directory; created if it does not exist, with its parents
   * @param timeout the time limit of every call
   * @return the open store, which the caller closes
   * @throws IllegalArgumentException if the timeout is not positive
   * @throws ConfigurationException if the path is not a directory
   * @throws StoreUnavailableException if another process has the store open (the message names that
   *     process); if the store's file is damaged, foreign or of another version, in which case the
   *     file is not changed; or if the file cannot be written
   */
  public static FileStore open(Path directory, Duration timeout) {
    return open(directory, timeout, InstantSource.system(), StoreContext.system());
  }

  static FileStore open(
      Path directory, Duration timeout, InstantSource clock, StoreContext context) {
    if (timeout.isZero() || timeout.isNegative()) {
      throw new IllegalArgumentException(
          Message.of("the timeout leaves a call no time for its answer: timeout={}", timeout));
    }
    Path real = makeDirectory(directory);
    OpenSettings settings = new OpenSettings("file:" + real, timeout, timeout, false, context);
    try {
      DirectoryLock lock = DirectoryLock.acquire(real, context.clock());
      return Attempt.orClose(lock::release, () -> {
        SqliteLibrary.load(real);
        LineFile.createIfAbsent(real);
        FileEngine engine = FileEngine.open(real, settings, clock);
        return Attempt.orClose(engine::close, () -> {
          engine.write(SqliteLedger.open(real, timeout, clock), lock);
          return new FileStore(real, settings, lock, engine);
        });
      });
    } catch (SQLException e) {
      throw LineFile.unusable(real.resolve(LineFile.NAME), e);
    }
  }

  /**
   * Opens the store of a directory for reading, even while another process has the store open.
   *
   * @param directory the store's directory
   * @return a store that reads committed lines and refuses every change
   * @throws StoreUnavailableException if there is no store, or its file is refused
   */
  public static LineStore openReadOnly(Path directory) {
    Path path = absolute(directory);
    OpenSettings settings = new OpenSettings(
        "file:" + path, DEFAULT_TIMEOUT, DEFAULT_TIMEOUT, false, true, StoreContext.system());
    SqliteLibrary.load(path);
    try {
      FileEngine reader = FileEngine.open(path, settings, InstantSource.system());
      return Attempt.orClose(reader::close, () -> new View(settings, reader));
    } catch (SQLException e) {
      throw LineFile.unusable(path.resolve(LineFile.NAME), e);
    }
  }

  /** A read-only view of the committed lines of a store, which another process may have open. */
  private static final class View extends EngineStore {

    View(OpenSettings settings, FileEngine reader) {
      super(settings, reader, Durability.NOTHING_READ);
    }
  }

  /**
   * Returns whether a directory contains no store, but a store could be made there.
   *
   * @throws ConfigurationException if the path is not a directory
   * @throws StoreUnavailableException if no store could be made there
   */
  static boolean isMissing(Path directory) {
    Path path = absolute(directory);
    PrivateFiles.refuseUnexpanded(path);
    if (LineFile.isIn(path)) {
      return false;
    }
    Path existing = path;
    while (!Files.exists(existing) && existing.getParent() != null) {
      existing = existing.getParent();
    }
    if (!Files.isDirectory(existing) || !Files.isWritable(existing)) {
      throw new StoreUnavailableException(Message.of(
          "the store cannot be made: store=file:{}; {} is not a directory that this user may write"
              + " to",
          path,
          existing));
    }
    return true;
  }

  /**
   * Finds the process that has a store's directory open.
   *
   * @param directory the store's directory; need not exist
   * @return the owner, or empty if no process has the store open
   * @throws StoreUnavailableException if the lock file cannot be read
   */
  public static Optional<Owner> owner(Path directory) {
    if (!Files.isDirectory(directory)) {
      return Optional.empty();
    }
    try {
      return DirectoryLock.owner(directory.toRealPath());
    } catch (IOException e) {
      throw LineFile.unusable(directory, e);
    }
  }

  /**
   * Publishes the URL of this process's server, so that other processes on this host can use the
   * store through it. The URL is valid until this store closes.
   *
   * @param ownerUrl the server's URL, up to 1000 printable ASCII characters without spaces
   * @throws IllegalArgumentException if the URL is longer or has other characters
   * @throws StoreUnavailableException if the lock file cannot be written
   * @throws ClosedException if this store is closed
   */
  public void publish(String ownerUrl) {
    checkOpen();
    lock.publish(ownerUrl);
  }

  /**
   * Returns the store's directory.
   *
   * @return the directory's real path, absolute
   */
  public Path directory() {
    return directory;
  }

  private static Path makeDirectory(Path directory) {
    try {
      Path absolute = absolute(directory);
      PrivateFiles.createDirectories(absolute);
      return absolute.toRealPath();
    } catch (IOException e) {
      throw LineFile.unusable(directory, e);
    }
  }

  private static Path absolute(Path directory) {
    Path absolute = directory.toAbsolutePath().normalize();
    if (Files.exists(absolute) && !Files.isDirectory(absolute)) {
      throw misconfigured(
          "file store", "the path of the store is not a directory: path={} is a file", absolute);
    }
    if (absolute.toString().indexOf('?') >= 0) {
      throw misconfigured(
          "file store", "SQLite's driver reads settings after a '?': path={}", absolute);
    }
    return absolute;
  }
}
