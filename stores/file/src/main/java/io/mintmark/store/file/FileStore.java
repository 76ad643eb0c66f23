package io.mintmark.store.file;

import io.mintmark.error.ClosedException;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.disk.PrivateFiles;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.Durability;
import io.mintmark.store.engine.EngineStore;
import io.mintmark.store.engine.OpenSettings;
import io.mintmark.store.engine.StoreContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/**
 * A store on this host's disk: one SQLite file in a directory, for one process at a time.
 *
 * <p>A claim is on the disk before it answers, and survives {@code kill -9} and a power cut, if the
 * disk keeps what it was told to sync. That needs a local file system; a network one does not keep
 * its locks and logs. The claims of many threads share one sync, so that they are far faster
 * together than one thread is alone. Every call returns or throws within the timeout given at
 * opening.
 *
 * <p>The directory holds {@code mintmark.db} with its log, {@code mintmark.db-wal} and {@code
 * -shm}, and {@code mintmark.lock}, which is locked while a process has the store open. A backup is
 * made with SQLite's own means; restoring one forgets claims and needs {@code lines raise}. A
 * damaged file is refused where it is noticed: the marks always, the whole file up to 4 MiB at
 * opening, and each page when it is read.
 *
 * <p>The clock is this host's. A reading of over a day more than has passed since the one before is
 * not believed until it has lasted for a minute.
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
   * @param directory where it lies; made if it does not exist
   * @return the open store, which the caller closes
   * @throws ConfigurationException if the path is something else than a directory
   * @throws StoreUnavailableException as {@link #open(Path, Duration)} does
   */
  public static FileStore open(Path directory) {
    return open(directory, DEFAULT_TIMEOUT);
  }

  /**
   * Opens the store of a directory.
   *
   * @param directory where it lies; made if it does not exist, with its parents
   * @param timeout the deadline of every call
   * @return the open store, which the caller closes
   * @throws IllegalArgumentException if the timeout is not positive
   * @throws ConfigurationException if the path is something else than a directory
   * @throws StoreUnavailableException if another process has it open, which the message names; if
   *     its file is damaged, foreign or of a newer version, and then it is left as it is; if it
   *     cannot be written
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
    OpenSettings settings = settings(real, timeout, context);
    DirectoryLock lock = DirectoryLock.acquire(real, context.clock());
    boolean opened = false;
    try {
      SqliteLibrary.load(real);
      LineFile.createIfAbsent(real);
      LineReader reader = LineReader.open(real, settings);
      try {
        SqliteLedger ledger = SqliteLedger.open(real, timeout, clock);
        try {
          HostClock hostClock = new HostClock(clock, context.clock());
          FileEngine engine = new FileEngine(ledger, reader, hostClock, lock);
          FileStore store = new FileStore(real, settings, lock, engine);
          opened = true;
          return store;
        } finally {
          if (!opened) {
            ledger.close();
          }
        }
      } finally {
        if (!opened) {
          reader.close();
        }
      }
    } catch (SQLException e) {
      throw LineFile.unusable(real.resolve(LineFile.NAME), e);
    } finally {
      if (!opened) {
        lock.release();
      }
    }
  }

  /**
   * Opens the store of a directory for reading, beside the process that has it open, if one does.
   *
   * @param directory where it lies
   * @return a store that answers reads with what is committed, and refuses all else
   * @throws StoreUnavailableException if there is no store, or its file is refused
   */
  public static ClaimStore openReadOnly(Path directory) {
    Path path = absolute(directory);
    return FileStoreView.open(path, settings(path, DEFAULT_TIMEOUT, StoreContext.system()));
  }

  /**
   * Tells whether a directory has no store yet, and could get one.
   *
   * @throws ConfigurationException if the path is something else than a directory
   * @throws StoreUnavailableException if it could not get one
   */
  static boolean isMissing(Path directory) {
    Path path = absolute(directory);
    if (LineFile.isIn(path)) {
      return false;
    }
    PrivateFiles.refuseUnexpanded(path);
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

  private static OpenSettings settings(Path directory, Duration timeout, StoreContext context) {
    return new OpenSettings("file:" + directory, timeout, timeout, false, context);
  }

  /**
   * Finds the process that has a store's directory open.
   *
   * @param directory where the store lies; need not exist
   * @return the owner, or empty if nobody has it open
   * @throws StoreUnavailableException if that cannot be told
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
   * Tells other processes on this host where this one's server answers, so that they go through it.
   * Holds until this store closes.
   *
   * @param ownerUrl where it answers, up to 1000 printable ASCII characters without spaces
   * @throws IllegalArgumentException if it is something else
   * @throws StoreUnavailableException if it cannot be written
   * @throws ClosedException if this store is closed
   */
  public void publish(String ownerUrl) {
    checkOpen();
    lock.publish(ownerUrl);
  }

  /**
   * Returns where this store lies.
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
      throw new ConfigurationException(
          "file store",
          Message.of("the path of the store is no directory: path={} is a file", absolute));
    }
    if (absolute.toString().indexOf('?') >= 0) {
      throw new ConfigurationException(
          "file store",
          Message.of("SQLite's driver reads settings behind a '?': path={}", absolute));
    }
    return absolute;
  }
}
