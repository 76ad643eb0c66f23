package io.mintmark.store.file;

import io.mintmark.StoreUnavailableException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Gives a directory to one process at a time: an operating system's lock, which ends with the
 * process however that ends. The file that is locked also says who holds it, in its first line.
 *
 * <p><b>Only one channel in a process may ever touch that file while it is locked.</b> On Unix,
 * closing any other one, even one opened to read, would silently drop the lock. So a directory's
 * holder is also noted in the system properties, the one table that all class loaders of a JVM
 * share, and whoever finds it there leaves the file alone. Asking and taking exclude each other.
 *
 * <p>Somebody who asks for the owner has to try the lock, and holds it for some microseconds if it
 * was free. That is why taking it is tried {@value #ATTEMPTS} times.
 */
final class DirectoryLock {

  static final String NAME = "mintmark.lock";

  private static final String PROPERTY = "io.mintmark.store.file.owner:";
  private static final int ATTEMPTS = 10;
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final int MAX_URL_LENGTH = 1_000;
  private static final int MAX_CONTENT = 2 * MAX_URL_LENGTH;

  /** Far behind the text: where locks bind readers, as on Windows, the text stays readable. */
  private static final long LOCKED_BYTE = Long.MAX_VALUE - 1;

  private final Path directory;
  private final FileChannel channel;

  private DirectoryLock(Path directory, FileChannel channel) {
    this.directory = directory;
    this.channel = channel;
  }

  /** Takes a directory, given as its real path, or says who has it. */
  static synchronized DirectoryLock acquire(Path directory) {
    String self = content("");
    Object holder = System.getProperties().putIfAbsent(PROPERTY + directory, self);
    if (holder != null) {
      throw inUse(directory, parse(holder.toString()));
    }
    boolean acquired = false;
    try {
      FileChannel channel = FileChannel.open(
          directory.resolve(NAME),
          StandardOpenOption.CREATE,
          StandardOpenOption.READ,
          StandardOpenOption.WRITE);
      try {
        if (!tryLock(channel)) {
          throw inUse(directory, parse(read(channel)));
        }
        write(channel, self);
        acquired = true;
        return new DirectoryLock(directory, channel);
      } finally {
        if (!acquired) {
          channel.close();
        }
      }
    } catch (IOException e) {
      throw LineFile.unusable(directory.resolve(NAME), e);
    } finally {
      if (!acquired) {
        System.getProperties().remove(PROPERTY + directory);
      }
    }
  }

  /** Finds who has a directory, given as its real path. */
  static synchronized Optional<Owner> owner(Path directory) {
    @Nullable String here = System.getProperty(PROPERTY + directory);
    if (here != null) {
      return Optional.of(parse(here));
    }
    Path file = directory.resolve(NAME);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
        FileLock free = channel.tryLock(LOCKED_BYTE, 1, true)) {
      return free != null ? Optional.empty() : Optional.of(parse(read(channel)));
    } catch (IOException e) {
      throw LineFile.unusable(file, e);
    }
  }

  /** Writes beside the pid where this process's server answers. */
  void publish(String url) {
    if (url.length() > MAX_URL_LENGTH || !url.chars().allMatch(c -> c > ' ' && c < 127)) {
      throw new IllegalArgumentException("an owner's URL is up to "
          + MAX_URL_LENGTH
          + " printable ASCII characters without spaces: url="
          + url);
    }
    try {
      write(channel, content(url));
      System.setProperty(PROPERTY + directory, content(url));
    } catch (IOException e) {
      throw LineFile.unusable(directory.resolve(NAME), e);
    }
  }

  /** Gives the directory back. */
  void release() {
    try {
      channel.truncate(0);
    } catch (IOException e) {
      // The text only matters while the lock is held.
    } finally {
      try {
        channel.close();
      } catch (IOException e) {
        // A descriptor is closed even where closing it reports a fault.
      }
      System.getProperties().remove(PROPERTY + directory);
    }
  }

  private static boolean tryLock(FileChannel channel) throws IOException {
    for (int i = 0; i < ATTEMPTS; i++) {
      if (i > 0) {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
      if (channel.tryLock(LOCKED_BYTE, 1, false) != null) {
        return true;
      }
    }
    return false;
  }

  private static String content(String url) {
    return ProcessHandle.current().pid() + " " + url + "\n";
  }

  /** One write, then the cut: a reader sees a first line that is whole, the old or the new. */
  private static void write(FileChannel channel, String content) throws IOException {
    byte[] bytes = content.getBytes(StandardCharsets.US_ASCII);
    channel.write(ByteBuffer.wrap(bytes), 0);
    channel.truncate(bytes.length);
  }

  private static String read(FileChannel channel) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(MAX_CONTENT);
    channel.read(buffer, 0);
    return new String(buffer.array(), 0, buffer.position(), StandardCharsets.US_ASCII);
  }

  private static Owner parse(String content) {
    int lineEnd = content.indexOf('\n');
    int space = content.indexOf(' ');
    if (space < 0 || lineEnd < space) {
      return new Owner(Owner.UNKNOWN_PID, Optional.empty());
    }
    String url = content.substring(space + 1, lineEnd);
    return new Owner(
        Long.parseLong(content.substring(0, space)),
        url.isEmpty() ? Optional.empty() : Optional.of(url));
  }

  private static StoreUnavailableException inUse(Path directory, Owner owner) {
    return new StoreUnavailableException("a store's directory has one owner at a time: "
        + owner.describe()
        + ", directory="
        + directory
        + "; close that process, or go through its server");
  }
}
