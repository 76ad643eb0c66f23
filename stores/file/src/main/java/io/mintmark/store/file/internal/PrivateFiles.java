package io.mintmark.store.file.internal;

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
 * Creates files and directories that only their owner may read and write, and forces them to the
 * disk together with the directory entries that lead to them.
 *
 * <p>An interrupt of the thread does not stop this. Files are written with streams, which ignore
 * interrupts. Forcing a directory to the disk needs a channel, which an interrupt closes, so this
 * is tried again.
 */
public final class PrivateFiles {

  private static final int MAX_INTERRUPTS = 100;
  private static final boolean WINDOWS = System.getProperty("os.name").startsWith("Windows");

  /** Matches names that a shell expands and Java does not. */
  private static final Pattern NOT_EXPANDED = Pattern.compile("~\\w*|\\$\\w+|\\$\\{.*}|%\\w+%");

  private PrivateFiles() {}

  /**
   * Creates a directory, and its missing parents. A name that only a shell expands, such as {@code
   * ~} or {@code $HOME}, is refused. Otherwise a directory of that name, with a new store, would be
   * created in each working directory.
   *
   * @param directory the directory
   * @throws ConfigurationException if a directory with such a name would be created; nothing was
   *     created
   * @throws IOException if the directory cannot be created
   */
  public static void createDirectories(Path directory) throws IOException {
    refuseUnexpanded(directory);
    create(directory.toAbsolutePath());
  }

  /**
   * Throws if a directory does not exist and has a name that only a shell expands.
   *
   * @param directory the directory
   * @throws ConfigurationException if the directory does not exist and has such a name
   */
  public static void refuseUnexpanded(Path directory) {
    Path made = directory.toAbsolutePath();
    for (Path part = made; part != null && !Files.isDirectory(part); part = part.getParent()) {
      if (part.getFileName() != null
          && NOT_EXPANDED.matcher(part.getFileName().toString()).matches()) {
        throw new ConfigurationException(
            "directory",
            Message.of(
                "only a shell expands this name: name={}, path={}; nothing was created. Write the"
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
      return; // Another thread or process has just created it.
    }
    if (above != null) {
      syncDirectory(above);
    }
  }

  /**
   * Creates a directory with a name that cannot be guessed. {@link Files#createTempDirectory} is
   * not used, because it draws the name from {@link java.security.SecureRandom}, which takes long
   * to load in a new process.
   *
   * @param parent an existing directory
   * @param prefix the beginning of the name
   * @return the new directory
   * @throws IOException if it cannot be created
   */
  public static Path createTemporaryDirectory(Path parent, String prefix) throws IOException {
    long random = ByteBuffer.wrap(SystemRandom.bytes(Long.BYTES)).getLong();
    Path directory = parent.resolve(prefix + Long.toUnsignedString(random, Character.MAX_RADIX));
    return Files.createDirectory(directory, ownerOnly(directory, "rwx------"));
  }

  /**
   * Creates an empty file if it is missing.
   *
   * @param file the file, whose directory must exist
   * @throws IOException if it cannot be created
   */
  public static void createIfAbsent(Path file) throws IOException {
    if (Files.exists(file)) {
      return;
    }
    try {
      Files.createFile(file, ownerOnly(file, "rw-------"));
    } catch (FileAlreadyExistsException e) {
      return; // Another thread or process has just created it.
    }
    syncDirectory(directoryOf(file));
  }

  /**
   * Replaces the content of a file, completely or not at all. When the method returns, the content
   * is on the disk.
   *
   * @param file the file; created if it is missing
   * @param content the complete new content
   * @throws IOException if it cannot be written
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
   * Forces the entries of a directory to the disk, if the system supports this.
   *
   * @param directory the directory
   * @throws IOException if the entries cannot be forced to the disk
   * @throws StoreUnavailableException if the thread is interrupted again and again
   */
  public static void syncDirectory(Path directory) throws IOException {
    if (WINDOWS) {
      return; // Windows cannot open directories; its journal keeps new entries.
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
   * Throws if a file has a second name (hard link), because a process that uses the file under the
   * other name would not be detected.
   *
   * @param file the file
   * @throws StoreUnavailableException if the file has a second name
   * @throws IOException if the names of the file cannot be counted
   */
  public static void requireOneName(Path file) throws IOException {
    boolean areCounted = file.getFileSystem().supportedFileAttributeViews().contains("unix");
    int names = areCounted ? (Integer) Files.getAttribute(file, "unix:nlink") : 1;
    if (names > 1) {
      throw new StoreUnavailableException(Message.of(
          "the file has other names (hard links), by which another process could use it"
              + " unnoticed: names={}, file={}; remove them, or make a copy of the file and use"
              + " that alone",
          names,
          file));
    }
  }

  /**
   * Returns the identity of the file that a path leads to. All names of a file have the same
   * identity. If another file replaces the file, the identity changes.
   *
   * @param file a path
   * @return an object that is different for any two files that exist at the same time
   * @throws IOException if the file does not exist
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
