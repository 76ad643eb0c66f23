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
 * A file that one process has open at a time, and there one holder: by the operating system's lock,
 * which ends with the process however that ends.
 *
 * <p><b>Only one descriptor of a locked file may be open in a process.</b> On Unix, closing any
 * other one, even one opened to read, silently drops the lock. So what is locked in this JVM is
 * noted in the system properties, the one table that all class loaders share, by the identity of
 * the file and not by its path: a second name of the file, or a directory that is mounted twice,
 * finds the same entry, and then nothing is opened. Looking, opening and closing exclude one
 * another in the JVM.
 *
 * <p><b>No interrupt closes it.</b> A {@link FileChannel} is closed for everybody when a thread
 * that reads or writes through it is interrupted, and with it goes the lock. Here the channel is
 * only used to lock, which is no such operation, and the file is written as a {@link
 * RandomAccessFile}, which knows no interrupts.
 *
 * <p>Somebody who asks for the holder has to try the lock, and holds it for some microseconds if it
 * was free. That is why taking it is tried {@value #ATTEMPTS} times.
 *
 * <p>Thread-safe.
 */
public final class LockedFile implements AutoCloseable {

  private static final String PROPERTY = "io.mintmark.locked:";
  private static final int ATTEMPTS = 10;
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final int MAX_TEXT = 2_000;

  /** The one object that all class loaders of a JVM share and nobody can replace. */
  private static final Object JVM = Runtime.getRuntime();

  /** Far behind the content: where locks bind readers, as on Windows, that stays readable. */
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
   * The process that has a file.
   *
   * @param isThisProcess whether it is this one
   * @param text what it said of itself: in this process at locking, in another one as the first
   *     line of the file; empty if it has not said anything
   */
  public record Holder(boolean isThisProcess, String text) {}

  /**
   * Locks a file, which is made if it is not there, for its owner only.
   *
   * @param path which
   * @param text what others in this process are told of the holder
   * @param clock what passes between two tries
   * @param refusal what is thrown if somebody else has it
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
   * Finds the process that has a file.
   *
   * @param path which; need not be there
   * @return the holder, or empty if nobody has it
   * @throws IOException if that cannot be told
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
    // One write, then the cut: a reader sees a first line that is whole, the old or the new.
    file.seek(0);
    file.write(bytes);
    file.setLength(bytes.length);
    System.setProperty(PROPERTY + identity, line);
  }

  /**
   * Says whether the path still leads to this file, so that others who take that path are kept out.
   *
   * @return false if the file was removed or another one was put in its place
   */
  public boolean isInPlace() {
    try {
      return PrivateFiles.identity(path).equals(identity);
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Gives the file back. Idempotent.
   *
   * @throws IOException if closing it reports a fault; it is given back all the same
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
