package io.mintmark.server.watch;

import io.mintmark.error.ConfigurationException;
import java.io.IOException;
import java.lang.System.Logger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The content of files, read again after one of them has changed. If they cannot be read then, the
 * earlier content stays in force and a warning is logged. One thread looks at the files; any may
 * ask for the content.
 *
 * <p>A file counts as changed by its time, its size or its identity, so also if it is replaced by
 * another, or by a link that leads elsewhere. What is read while somebody still writes is read once
 * more afterwards, as the file has changed again.
 */
public final class ReloadedFiles<T> implements Supplier<T> {

  private static final Logger LOG = System.getLogger(ReloadedFiles.class.getName());

  private final String name;
  private final List<Path> files;
  private final Supplier<T> read;
  private final Consumer<Optional<ConfigurationException>> told;
  private List<Optional<Stamp>> stamps;
  private volatile T value;
  private volatile boolean stale;

  private record Stamp(
      FileTime changed, long bytes, @Nullable Object identity) {}

  /**
   * Reads for the first time.
   *
   * @param name what to call it in messages
   * @param files what it is read from
   * @param read reads it
   * @param told is told of each change afterwards, and why it could not be read if so
   * @throws ConfigurationException if it cannot be read
   */
  public ReloadedFiles(
      String name,
      List<Path> files,
      Supplier<T> read,
      Consumer<Optional<ConfigurationException>> told) {
    this.name = name;
    this.files = List.copyOf(files);
    this.read = read;
    this.told = told;
    this.stamps = stamps();
    this.value = read.get();
  }

  /** What the files say, as far as they could be read. */
  @Override
  public T get() {
    return value;
  }

  /** Tells whether the files have changed and could not be read. */
  public boolean isStale() {
    return stale;
  }

  /** Reads again if a file has changed since it was read. */
  public void reloadIfChanged() {
    List<Optional<Stamp>> now = stamps();
    if (now.equals(stamps)) {
      return;
    }
    stamps = now;
    try {
      value = read.get();
      stale = false;
      LOG.log(Logger.Level.INFO, "read again after a change: what={0}, files={1}", name, files);
      told.accept(Optional.empty());
    } catch (ConfigurationException e) {
      stale = true;
      LOG.log(
          Logger.Level.ERROR,
          "cannot be read after a change: what={0}, files={1}: {2}; what was read before holds on",
          name,
          files,
          e.getMessage());
      told.accept(Optional.of(e));
    }
  }

  /** Taken before the files are read: a change meanwhile is found at the next look. */
  private List<Optional<Stamp>> stamps() {
    return files.stream().map(ReloadedFiles::stamp).toList();
  }

  private static Optional<Stamp> stamp(Path file) {
    try {
      BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
      return Optional.of(new Stamp(found.lastModifiedTime(), found.size(), found.fileKey()));
    } catch (IOException e) {
      return Optional.empty(); // Not there is a state like others; reading says why.
    }
  }
}
