package io.mintmark.store.file.internal;

import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.time.ElapsedClock;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A file that only one process at a time has open, and that has only one holder in that process.
 * The lock is that of the operating system, which releases it when the process ends, whatever the
 * reason.
 *
 * <p><b>Only one descriptor of a locked file may be open in a process.</b> On Unix, closing any
 * other descriptor, even one opened to read, silently drops the lock. So the locked files of this
 * JVM are recorded in the system properties, because that is the only table that all class loaders
 * share. If a file is in the table, it is not opened again. The key is the identity of the file and
 * not its path, so a second name of the file, or a directory that is mounted twice, leads to the
 * same entry. A lock on an object that all class loaders share ensures that only one thread in the
 * JVM reads the table, opens a file or closes a file at a time.
 *
 * <p><b>No interrupt closes the file.</b> When a thread that reads or writes through a {@link
 * FileChannel} is interrupted, the channel is closed for all threads, and the lock is lost. Here
 * the channel is used only to take the lock, which an interrupt does not affect. The content is
 * written through a {@link RandomAccessFile}, which ignores interrupts.
 *
 * <p>A process that only looks for the holder must try to lock the file. If the file was not
 * locked, that process then holds the lock for some microseconds. For this reason, a process that
 * opens the file tries to take the lock {@value #ATTEMPTS} times.
 *
 * <p>Thread-safe.
 */
public final class LockedFile implements AutoCloseable {

  private static final String PROPERTY = "io.mintmark.locked:";
  private static final int ATTEMPTS = 10;
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final int MAX_TEXT = 2_000;

  /** An object that all class loaders of a JVM share, and that no code can replace. */
  private static final Object JVM = Runtime.getRuntime();

  /**
   * The position of the locked byte. It is far beyond the content, so that the content remains
   * readable on systems on which a lock also excludes readers, for example on Windows.
   */
  private static final long LOCKED_BYTE = Long.MAX_VALUE - 1;

  private final Path path;
  private final Object identity;
  private final RandomAccessFile file;
  private boolean closed;

  private LockedFile(Path path, Object identity, RandomAccessFile file) {
    this.path = path;
    this.identity = identity;
    this.file = file;
  }

  /**
   * The process that holds a file.
   *
   * @param isThisProcess whether this process is the holder
   * @param text the holder's description of itself. If this process is the holder, it is the text
   *     that was passed to {@link #lock}. Otherwise it is the first line of the file; empty if the
   *     file is empty
   */
  public record Holder(boolean isThisProcess, String text) {}

  /**
   * Locks a file. If the file is missing, creates it so that only its owner can access it.
   *
   * @param path the file
   * @param text a description of the holder, for other code in this process
   * @param clock the clock for the pauses between attempts
   * @param refusal creates the exception to throw if the file already has a holder
   * @return the locked file, which the caller closes
   * @throws IOException if the file cannot be opened
   * @throws StoreUnavailableException if the file was replaced while it was opened
   */
  public static LockedFile lock(
      Path path,
      String text,
      ElapsedClock clock,
      Function<Holder, ? extends RuntimeException> refusal)
      throws IOException {
    synchronized (JVM) {
      PrivateFiles.createIfAbsent(path);
      Object identity = PrivateFiles.identity(path);
      @Nullable String here = System.getProperty(PROPERTY + identity);
      if (here != null) {
        throw refusal.apply(new Holder(true, here));
      }
      RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
      boolean locked = false;
      try {
        if (!tryLock(file.getChannel(), clock)) {
          throw refusal.apply(new Holder(false, firstLine(file)));
        }
        if (!PrivateFiles.identity(path).equals(identity)) {
          throw new StoreUnavailableException(Message.of(
              "the file was replaced while it was opened: file={}; open it again", path));
        }
        System.setProperty(PROPERTY + identity, text);
        locked = true;
        return new LockedFile(path, identity, file);
      } catch (OverlappingFileLockException e) {
        throw refusal.apply(new Holder(true, ""));
      } finally {
        if (!locked) {
          file.close();
        }
      }
    }
  }

  /**
   * Finds the process that holds a file.
   *
   * @param path the file, which may be missing
   * @return the holder; empty if no process holds the file
   * @throws IOException if the holder cannot be determined
   */
  public static Optional<Holder> holder(Path path) throws IOException {
    synchronized (JVM) {
      if (!Files.exists(path)) {
        return Optional.empty();
      }
      @Nullable String here = System.getProperty(PROPERTY + PrivateFiles.identity(path));
      if (here != null) {
        return Optional.of(new Holder(true, here));
      }
      try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r");
          FileLock free = file.getChannel().tryLock(LOCKED_BYTE, 1, true)) {
        return free != null ? Optional.empty() : Optional.of(new Holder(false, firstLine(file)));
      }
    }
  }

  /**
   * Changes the description of the holder that other processes read when they find the file locked.
   *
   * @param line one line of up to {@value #MAX_TEXT} ASCII characters, including the line end
   * @throws IOException if the line cannot be written
   */
  public synchronized void describe(String line) throws IOException {
    byte[] bytes = line.getBytes(StandardCharsets.US_ASCII);
    // The line is written with one call, and the file is truncated after that. So a reader sees a
    // complete first line, either the old line or the new line.
    file.seek(0);
    file.write(bytes);
    file.setLength(bytes.length);
    System.setProperty(PROPERTY + identity, line);
  }

  /**
   * Returns whether the path still leads to this file. Only then does the lock exclude processes
   * that use this path.
   *
   * @return false if the file was removed or replaced
   */
  public boolean isInPlace() {
    try {
      return PrivateFiles.identity(path).equals(identity);
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Releases the file. Idempotent.
   *
   * @throws IOException if closing the file fails; the lock is released nevertheless
   */
  @Override
  public void close() throws IOException {
    synchronized (JVM) {
      synchronized (this) {
        if (closed) {
          return;
        }
        closed = true;
        try {
          file.close();
        } finally {
          System.getProperties().remove(PROPERTY + identity);
        }
      }
    }
  }

  private static boolean tryLock(FileChannel channel, ElapsedClock clock) throws IOException {
    for (int i = 0; i < ATTEMPTS; i++) {
      if (i > 0) {
        clock.pause(PAUSE_NANOS);
      }
      if (channel.tryLock(LOCKED_BYTE, 1, false) != null) {
        return true;
      }
    }
    return false;
  }

  private static String firstLine(RandomAccessFile file) throws IOException {
    byte[] bytes = new byte[MAX_TEXT];
    file.seek(0);
    int length = Math.max(0, file.read(bytes));
    String text = new String(bytes, 0, length, StandardCharsets.US_ASCII);
    return text.substring(0, text.indexOf('\n') + 1);
  }
}
