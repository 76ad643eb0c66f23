package io.mintmark.internal.disk;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.line.SystemRandom;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Makes files and directories that only their owner may read and write, and puts them on the disk
 * with the entries that lead to them.
 *
 * <p>No thread's interrupt gets in the way of that: what is written here is written by streams,
 * which know no interrupts, and a directory's channel, which an interrupt closes, is tried anew.
 */
public final class PrivateFiles {

  private static final int MAX_INTERRUPTS = 100;
  private static final boolean WINDOWS = System.getProperty("os.name").startsWith("Windows");

  /** Names that a shell replaces, and Java does not. */
  private static final Pattern NOT_EXPANDED = Pattern.compile("~\\w*|\\$\\w+|\\$\\{.*}|%\\w+%");

  private PrivateFiles() {}

  /**
   * Creates a directory, and those above it, where they do not exist. A name that only a shell
   * replaces, such as {@code ~} or {@code $HOME}, is refused: the directory would be another one in
   * each working directory, and so would the store in it.
   *
   * @param directory which
   * @throws ConfigurationException if such a name would be created; nothing was created
   * @throws IOException if that is not possible
   */
  public static void createDirectories(Path directory) throws IOException {
    refuseUnexpanded(directory);
    create(directory.toAbsolutePath());
  }

  /**
   * Refuses a directory that does not exist and has a name that only a shell replaces.
   *
   * @param directory which
   * @throws ConfigurationException if it has such a name
   */
  public static void refuseUnexpanded(Path directory) {
    Path made = directory.toAbsolutePath();
    for (Path part = made; part != null && !Files.isDirectory(part); part = part.getParent()) {
      if (part.getFileName() != null
          && NOT_EXPANDED.matcher(part.getFileName().toString()).matches()) {
        throw new ConfigurationException(
            "directory",
            Message.of(
                "only a shell replaces this name: name={}, path={}; nothing was created. Write the"
                    + " whole path",
                part.getFileName(),
                directory));
      }
    }
  }

  private static void create(Path made) throws IOException {
    if (Files.isDirectory(made)) {
      return;
    }
    @Nullable Path above = made.getParent();
    if (above != null) {
      create(above);
    }
    try {
      Files.createDirectory(made, ownerOnly(made, "rwx------"));
    } catch (FileAlreadyExistsException e) {
      if (!Files.isDirectory(made)) {
        throw e;
      }
      return; // Somebody else has just made it.
    }
    if (above != null) {
      syncDirectory(above);
    }
  }

  /**
   * Makes a directory with a name that cannot be guessed. {@link Files#createTempDirectory} draws
   * the name from {@link java.security.SecureRandom}, which takes long to load in a new process.
   *
   * @param parent where; it exists
   * @param prefix how its name begins
   * @return the new directory
   * @throws IOException if that is not possible
   */
  public static Path createTemporaryDirectory(Path parent, String prefix) throws IOException {
    long random = ByteBuffer.wrap(SystemRandom.bytes(Long.BYTES)).getLong();
    Path directory = parent.resolve(prefix + Long.toUnsignedString(random, Character.MAX_RADIX));
    return Files.createDirectory(directory, ownerOnly(directory, "rwx------"));
  }

  /**
   * Makes an empty file if there is none.
   *
   * @param file which; its directory is there
   * @throws IOException if that is not possible
   */
  public static void createIfAbsent(Path file) throws IOException {
    if (Files.exists(file)) {
      return;
    }
    try {
      Files.createFile(file, ownerOnly(file, "rw-------"));
    } catch (FileAlreadyExistsException e) {
      return; // Somebody else has just made it.
    }
    syncDirectory(directoryOf(file));
  }

  /**
   * Gives a file a content, as a whole or not at all, and returns when that is on the disk.
   *
   * @param file which; made if it is not there
   * @param content all of it
   * @throws IOException if that is not possible
   */
  public static void replace(Path file, byte[] content) throws IOException {
    Path directory = directoryOf(file);
    Path fresh = Files.createTempFile(
        directory, file.getFileName().toString(), ".new", ownerOnly(file, "rw-------"));
    try {
      try (FileOutputStream out = new FileOutputStream(fresh.toFile())) {
        out.write(content);
        out.getFD().sync();
      }
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(fresh);
    }
    syncDirectory(directory);
  }

  /**
   * Puts a directory's entries on the disk, where the system has such a thing.
   *
   * @param directory which
   * @throws IOException if that is not possible
   * @throws StoreUnavailableException if the thread is interrupted again and again
   */
  public static void syncDirectory(Path directory) throws IOException {
    if (WINDOWS) {
      return; // It opens no directories; there a new entry is in its journal.
    }
    boolean interrupted = false;
    try {
      for (int i = 0; i < MAX_INTERRUPTS; i++) {
        interrupted |= Thread.interrupted();
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
          channel.force(true);
          return;
        } catch (ClosedByInterruptException e) {
          interrupted = true;
        }
      }
      throw new StoreUnavailableException(Message.of(
          "interrupted while syncing a directory: interrupts={}, directory={}",
          MAX_INTERRUPTS,
          directory));
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Refuses a file that has a second name: a process that uses it by that one would not be noticed.
   *
   * @param file which
   * @throws StoreUnavailableException if it has
   * @throws IOException if that cannot be told
   */
  public static void requireOneName(Path file) throws IOException {
    int names = names(file);
    if (names > 1) {
      throw new StoreUnavailableException(Message.of(
          "the file has other names (hard links), by which another process could use it"
              + " unnoticed: names={}, file={}; remove them, or make a copy of the file and use"
              + " that alone",
          names,
          file));
    }
  }

  private static int names(Path file) throws IOException {
    return file.getFileSystem().supportedFileAttributeViews().contains("unix")
        ? (Integer) Files.getAttribute(file, "unix:nlink")
        : 1;
  }

  /**
   * Tells which file a path leads to: the same for all of its names, another for a file that was
   * put in its place.
   *
   * @param file a path
   * @return what tells it from all files that are there at the same time
   * @throws IOException if there is none
   */
  public static Object identity(Path file) throws IOException {
    @Nullable Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    return key != null ? key : file.toRealPath();
  }

  static Path directoryOf(Path file) {
    Path directory = file.toAbsolutePath().getParent();
    return directory != null ? directory : file.toAbsolutePath();
  }

  private static FileAttribute<?>[] ownerOnly(Path path, String permissions) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }
}
