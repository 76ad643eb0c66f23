package io.mintmark.server.access;

import io.mintmark.internal.disk.PrivateFiles;
import io.mintmark.service.LogThrottle;
import io.mintmark.time.ElapsedClock;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.System.Logger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Lines at the end of a file. A thread of its own writes them, so that no caller waits for a disk.
 * Thread-safe.
 *
 * <p><b>Bounds.</b> At most {@value #MOST_QUEUED} lines wait to be written; those beyond are left
 * out, as are those that the disk does not take. All of them are counted, and the next line that is
 * written says how many are missing before it. A file that has reached its size gets {@code .1}
 * behind its name, in the place of the one that had it, and a new one is begun.
 *
 * <p>Only the file's owner may read it. A file that is moved away is made anew at the next {@link
 * #sync}. The lines are written through a stream, as an interrupt would close a channel.
 */
final class AppendedLines implements AutoCloseable {

  static final int MOST_QUEUED = 10_000;

  private static final Logger LOG = System.getLogger(AppendedLines.class.getName());

  /** A disk that does not answer is left behind then. */
  private static final Duration CLOSES_WITHIN = Duration.ofSeconds(2);

  private final Path file;
  private final long maxBytes;
  private final LongFunction<String> gap;
  private final ThreadPoolExecutor writer;
  private final LongAdder dropped = new LongAdder();
  private final LogThrottle faults = new LogThrottle(ElapsedClock.system());
  private final LogThrottle rotationFaults = new LogThrottle(ElapsedClock.system());

  /** How many of those left out a line in the file tells of; the writer's own. */
  private long toldDropped;

  private FileOutputStream out;
  private @Nullable Object identity;

  /** Whether the file may end within a line. */
  private boolean torn;

  private volatile boolean unforced;

  /**
   * Opens a file, or makes it.
   *
   * @param file which
   * @param maxBytes how large it gets
   * @param gap makes the line which says how many are missing
   * @throws IOException if it cannot be opened
   */
  AppendedLines(Path file, long maxBytes, LongFunction<String> gap) throws IOException {
    this.file = file;
    this.maxBytes = maxBytes;
    this.gap = gap;
    this.out = openToAppend(file);
    this.identity = identity();
    this.writer = new ThreadPoolExecutor(
        1,
        1,
        0,
        TimeUnit.SECONDS,
        new ArrayBlockingQueue<>(MOST_QUEUED),
        new DefaultThreadFactory("mintmark-audit", true));
  }

  /** Adds a line, or counts it as left out. Never waits. */
  void add(String line) {
    long droppedBefore = dropped.sum();
    try {
      writer.execute(() -> append(line, droppedBefore));
    } catch (RejectedExecutionException | OutOfMemoryError e) {
      drop(e);
    }
  }

  /** How many lines were left out. */
  long dropped() {
    return dropped.sum();
  }

  /** Brings what was written to the disk, and makes the file anew if it was moved away. */
  void sync() {
    try {
      if (unforced) {
        unforced = false;
        out().getFD().sync();
      }
      reopenIfMoved();
    } catch (IOException e) {
      faults
          .admit()
          .ifPresent(leftOut -> LOG.log(
              Logger.Level.ERROR, "the audit log does not reach the disk: file={0}: {1}", file, e));
    }
  }

  /** Writes what waits, if the disk takes it in time. */
  @Override
  public void close() {
    writer.shutdown();
    try {
      if (!writer.awaitTermination(CLOSES_WITHIN.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.log(
            Logger.Level.ERROR,
            "the audit log takes too long to close: file={0}, unwritten={1}; they are left out",
            file,
            Integer.toString(writer.getQueue().size()));
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    try (FileOutputStream last = out()) {
      last.getFD().sync();
    } catch (IOException e) {
      LOG.log(Logger.Level.ERROR, "the audit log cannot be closed: file={0}: {1}", file, e);
    }
  }

  private void drop(Throwable cause) {
    dropped.increment();
    faults
        .admit()
        .ifPresent(leftOut -> LOG.log(
            Logger.Level.ERROR,
            "the audit log cannot be written: file={0}: {1}; requests go on without a record",
            file,
            cause));
  }

  private synchronized void append(String line, long droppedBefore) {
    long missing = droppedBefore - toldDropped;
    String text = (torn ? "\n" : "") + (missing > 0 ? gap.apply(missing) + "\n" : "") + line + "\n";
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    try {
      rotateFor(bytes.length);
      write(bytes);
      toldDropped += missing;
    } catch (IOException e) {
      drop(e);
    }
  }

  private void write(byte[] bytes) throws IOException {
    long before = file.toFile().length();
    boolean written = false;
    try {
      out.write(bytes);
      written = true;
      unforced = true;
    } finally {
      torn = !written && (torn || file.toFile().length() > before);
    }
  }

  /** A file that cannot be renamed grows on: no record is given up for its size. */
  private void rotateFor(int bytes) throws IOException {
    long size = file.toFile().length();
    if (size == 0 || size + bytes <= maxBytes) {
      return;
    }
    try {
      Path older = file.resolveSibling(file.getFileName() + ".1");
      Files.move(file, older, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      rotationFaults
          .admit()
          .ifPresent(leftOut -> LOG.log(
              Logger.Level.ERROR,
              "the audit log is full and cannot be renamed: file={0}, bytes={1}: {2}; it grows on",
              file,
              Long.toString(size),
              e));
      return;
    }
    reopen();
  }

  private synchronized FileOutputStream out() {
    return out;
  }

  private synchronized void reopenIfMoved() throws IOException {
    Object now = identity();
    if (now == null || !now.equals(identity)) {
      reopen();
    }
  }

  private void reopen() throws IOException {
    try (FileOutputStream moved = out) {
      out = openToAppend(file);
      identity = identity();
      torn = false;
      moved.getFD().sync();
    }
  }

  private @Nullable Object identity() {
    try {
      return PrivateFiles.identity(file);
    } catch (IOException e) {
      return null; // Moved away, and nothing is there yet.
    }
  }

  private static FileOutputStream openToAppend(Path file) throws IOException {
    PrivateFiles.createIfAbsent(file);
    return new FileOutputStream(file.toFile(), true);
  }
}
