package io.mintmark.server.watch;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.MintmarkException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.zip.CRC32C;

/**
 * The content of files, which is read again after a change. If the files cannot be read then, or
 * their content is refused, the earlier content stays in force and a fault is logged. One thread
 * checks the files; any thread may read the content.
 *
 * <p>A file counts as changed if its bytes differ: if it is written in place, if another file
 * replaces it, or if a link points to another file. It is read once two checks in a row have found
 * the same bytes, because a file that is still being written would be incomplete. Files that are
 * not regular files, such as pipes, are never read again.
 */
public final class ReloadedFiles<T> implements Supplier<T>, AutoCloseable {

  private static final Logger LOG = System.getLogger(ReloadedFiles.class.getName());

  /** The largest number of bytes that are compared. A configuration is never larger. */
  private static final int MAX_BYTES = 2 << 20;

  private final String name;
  private final List<Path> files;
  private final Supplier<T> read;
  private final Consumer<Optional<MintmarkException>> told;
  private final InstantSource clock;
  private final PeriodicTasks thread;

  /**
   * The checksums of the content in force, and of the last check. Only the checking thread uses
   * these fields.
   */
  private List<Optional<Long>> sums;

  private List<Optional<Long>> seen;
  private boolean again;

  private volatile T value;
  private volatile FileStatus status;

  /**
   * Reads the files for the first time.
   *
   * @param name the name in messages
   * @param files the files to read
   * @param read reads them
   * @param told receives each later change, with the reason if it could not be applied
   * @param clock sets the time of reading
   * @throws ConfigurationException if the files cannot be read
   */
  public ReloadedFiles(
      String name,
      List<Path> files,
      Supplier<T> read,
      Consumer<Optional<MintmarkException>> told,
      InstantSource clock) {
    this.name = name;
    this.files = List.copyOf(files);
    this.read = read;
    this.told = told;
    this.clock = clock;
    this.thread = new PeriodicTasks(name);
    this.sums = sums();
    this.seen = sums;
    this.value = read.get();
    this.status = new FileStatus(name, this.files, clock.instant(), Optional.empty());
  }

  /** The content in force. */
  @Override
  public T get() {
    return value;
  }

  /** When the content was read, and why a change was not applied. */
  public FileStatus status() {
    return status;
  }

  /** Checks the files regularly from now on, on its own thread, because reading may be slow. */
  public void watch(Duration period) {
    thread.add(period, this::reloadIfChanged);
  }

  /** Reads again soon, whether or not a file has changed. */
  public void reloadSoon() {
    thread.soon(this::reload);
  }

  @Override
  public void close() {
    thread.close();
  }

  /**
   * Reads again if a file has changed since it was read, and has not changed since the last check.
   * Also reads again if the last attempt failed for a reason other than the files' content.
   */
  void reloadIfChanged() {
    List<Optional<Long>> now = sums();
    boolean settled = now.equals(seen);
    seen = now;
    if (again || (settled && !now.equals(sums))) {
      reload(now);
    }
  }

  void reload() {
    reload(sums());
  }

  private void reload(List<Optional<Long>> now) {
    boolean waited = again;
    sums = now;
    try {
      value = read.get();
      again = false;
      status = new FileStatus(name, files, clock.instant(), Optional.empty());
      LOG.log(Logger.Level.INFO, "read again: what={0}, files={1}", name, files);
      told.accept(Optional.empty());
    } catch (MintmarkException e) {
      // A fault in a file remains until the file changes. Any other fault may have ended by the
      // next check.
      again = !(e instanceof ConfigurationException);
      status =
          new FileStatus(name, files, status.readAt(), Optional.of(String.valueOf(e.getMessage())));
      if (!waited || !again) {
        LOG.log(
            Logger.Level.ERROR,
            "cannot be applied after a change: what={0}, files={1}: {2}; the earlier content stays"
                + " in force",
            name,
            files,
            e.getMessage());
        told.accept(Optional.of(e));
      }
    }
  }

  /**
   * Returns the checksums of the files. Called before the files are read, so that the next check
   * detects a change during the reading.
   */
  private List<Optional<Long>> sums() {
    return files.stream().map(ReloadedFiles::sum).toList();
  }

  private static Optional<Long> sum(Path file) {
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    try (InputStream in = Files.newInputStream(file)) {
      CRC32C sum = new CRC32C();
      sum.update(in.readNBytes(MAX_BYTES));
      return Optional.of(sum.getValue());
    } catch (IOException e) {
      return Optional.empty(); // Reading the file reports why.
    }
  }
}
