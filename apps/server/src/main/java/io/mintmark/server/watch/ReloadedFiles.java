package io.mintmark.server.watch;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.MintmarkException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The content of files, read again after one of them has changed. If they cannot be read then, or
 * what they say is refused, the earlier content stays in force and a fault is logged. One thread
 * looks at the files; any may ask for the content.
 *
 * <p>A file counts as changed by its time, its size, its identity or its bytes: so if somebody
 * writes it in place, if another takes its place, and if a link leads elsewhere. It is read when it
 * has been the same for two looks, as a file that somebody is still writing would say only a part.
 * Files that are no regular ones, such as a pipe, are never read again.
 */
public final class ReloadedFiles<T> implements Supplier<T> {

  private static final Logger LOG = System.getLogger(ReloadedFiles.class.getName());

  /** Of a file that is larger only so much is looked into; more would be no configuration. */
  private static final int MAX_BYTES = 2 << 20;

  private final String name;
  private final List<Path> files;
  private final Supplier<T> read;
  private final Consumer<Optional<MintmarkException>> told;
  private final InstantSource clock;

  /** Of what was read, and of the last look; only the thread that looks has these. */
  private List<Optional<Stamp>> stamps;

  private List<Optional<Stamp>> seen;
  private boolean again;

  private volatile T value;
  private volatile FileStatus status;

  private record Stamp(
      FileTime changed, long bytes, @Nullable Object identity, long content) {}

  /**
   * Reads for the first time.
   *
   * @param name what to call it in messages
   * @param files what it is read from
   * @param read reads it
   * @param told is told of each change afterwards, and why it could not be taken over if so
   * @param clock tells when it was read
   * @throws ConfigurationException if it cannot be read
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
    this.stamps = stamps();
    this.seen = stamps;
    this.value = read.get();
    this.status = new FileStatus(name, this.files, clock.instant(), Optional.empty());
  }

  /** What the files say, as far as it could be taken over. */
  @Override
  public T get() {
    return value;
  }

  /** When they were read, and why not again if they have changed. */
  public FileStatus status() {
    return status;
  }

  /** Reads again if a file has changed since it was read, and not since the last look. */
  public void reloadIfChanged() {
    List<Optional<Stamp>> now = stamps();
    boolean settled = now.equals(seen);
    seen = now;
    if (again || (settled && !now.equals(stamps))) {
      reload(now);
    }
  }

  /** Reads again, whether or not a file has changed. */
  public void reload() {
    reload(stamps());
  }

  private void reload(List<Optional<Stamp>> now) {
    boolean waited = again;
    stamps = now;
    try {
      value = read.get();
      again = false;
      status = new FileStatus(name, files, clock.instant(), Optional.empty());
      LOG.log(Logger.Level.INFO, "read again: what={0}, files={1}", name, files);
      told.accept(Optional.empty());
    } catch (MintmarkException e) {
      // What is wrong with a file is mended there; anything else may be over by the next look.
      again = !(e instanceof ConfigurationException);
      status =
          new FileStatus(name, files, status.readAt(), Optional.of(String.valueOf(e.getMessage())));
      if (!waited || !again) {
        LOG.log(
            Logger.Level.ERROR,
            "cannot be taken over after a change: what={0}, files={1}: {2}; what was read before"
                + " holds on",
            name,
            files,
            e.getMessage());
        told.accept(Optional.of(e));
      }
    }
  }

  /** Taken before the files are read: a change meanwhile is found at the next look. */
  private List<Optional<Stamp>> stamps() {
    return files.stream().map(ReloadedFiles::stamp).toList();
  }

  private static Optional<Stamp> stamp(Path file) {
    try {
      BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
      return found.isRegularFile()
          ? Optional.of(
              new Stamp(found.lastModifiedTime(), found.size(), found.fileKey(), content(file)))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // Not there is a state like others; reading says why.
    }
  }

  private static long content(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      CRC32C sum = new CRC32C();
      sum.update(in.readNBytes(MAX_BYTES));
      return sum.getValue();
    }
  }
}
