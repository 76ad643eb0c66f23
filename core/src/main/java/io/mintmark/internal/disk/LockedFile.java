package io.mintmark.internal.disk;

import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.time.ElapsedClock;
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
 * A file that one process at a time has open, with one holder in that process. It uses the
 * operating system's lock, which ends with the process, however the process ends.
 *
 * <p><b>Only one descriptor of a locked file may be open in a process.</b> On Unix, closing any
 * other descriptor, even one opened to read, silently drops the lock. So the locked files of this
 * JVM are recorded in the system properties, the only table that all class loaders share. The key
 * is the identity of the file and not its path: a second name of the file, or a directory that is
 * mounted twice, finds the same entry, and then nothing is opened. Reading the table, opening and
 * closing exclude one another in the JVM.
 *
 * <p><b>No interrupt closes it.</b> When a thread that reads or writes through a {@link
 * FileChannel} is interrupted, the channel is closed for all threads, and the lock is lost. Here
 * the channel is only used to lock, which an interrupt does not affect. The file is written as a
 * {@link RandomAccessFile}, which ignores interrupts.
 *
 * <p>A process that looks for the holder must try the lock, and holds it for some microseconds if
 * it was free. That is why taking the lock is tried {@value #ATTEMPTS} times.
 *
 * <p>Thread-safe.
 */
public final class LockedFile implements AutoCloseable {

  private static final String PROPERTY = "io.mintmark.locked:";
  private static final int ATTEMPTS = 10;
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final int MAX_TEXT = 2_000;

  /** An object that all class loaders of a JVM share and no code can replace. */
  private static final Object JVM = Runtime.getRuntime();

  /**
   * The position of the locked byte, far behind the content. On systems whose locks also exclude
   * readers, for example on Windows, the content remains readable.
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
   * @param isThisProcess whether it is this process
   * @param text its description of itself: in this process the text given at locking, in another
   *     process the first line of the file; empty if there is none
   */
  public record Holder(boolean isThisProcess, String text) {}

  /**
   * Locks a file. Creates it if it is missing, accessible by its owner only.
   *
   * @param path the file
   * @param text describes the holder to other code in this process
   * @param clock makes the pauses between attempts
   * @param refusal makes the exception to throw if the file has another holder
   * @return the locked file, which the caller closes
   * @throws IOException if it cannot be opened
   * @throws StoreUnavailableException if it was replaced meanwhile
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
   * @param path the file; may be missing
   * @return the holder, or empty if there is none
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
   * Changes the text about the holder that is shown to a process that finds the file locked.
   *
   * @param line one line of up to {@value #MAX_TEXT} ASCII characters with its end
   * @throws IOException if it cannot be written
   */
  public synchronized void describe(String line) throws IOException {
    byte[] bytes = line.getBytes(StandardCharsets.US_ASCII);
    // One write, then the truncation: a reader sees a complete first line, the old one or the new
    // one.
    file.seek(0);
    file.write(bytes);
    file.setLength(bytes.length);
    System.setProperty(PROPERTY + identity, line);
  }

  /**
   * Returns whether the path still leads to this file, so that processes that use this path are
   * excluded.
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
   * @throws IOException if closing it fails; it is released nevertheless
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
