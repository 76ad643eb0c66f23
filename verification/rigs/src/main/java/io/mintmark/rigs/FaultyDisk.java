package io.mintmark.rigs;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;

/**
 * Makes {@code fsync} and {@code fdatasync} of a child fail, or take longer, on command. A small C
 * library does this. It is compiled here and loaded before all other libraries.
 */
public final class FaultyDisk {

  private final Path library;
  private final Path command;

  private FaultyDisk(Path library, Path command) {
    this.library = library;
    this.command = command;
  }

  /**
   * Compiles the library. Skips the calling test if this host has no C compiler.
   *
   * @param directory an empty directory, for the library and its commands
   * @return a disk that works until {@link #fail} or {@link #slowDown} is called
   * @throws IOException if the directory cannot be written to
   */
  public static FaultyDisk compile(Path directory) throws IOException {
    ToolRun.assumeAreThere("gcc");
    Files.createDirectories(directory);
    try (InputStream text = FaultyDisk.class.getResourceAsStream("fsync.c")) {
      Files.copy(text, directory.resolve("fsync.c"));
    }
    FaultyDisk disk = new FaultyDisk(directory.resolve("fsync.so"), directory.resolve("command"));
    String library = disk.library.toString();
    ToolRun.succeed(
        directory, List.of("gcc", "-shared", "-fPIC", "-O2", "-o", library, "fsync.c", "-ldl"));
    disk.work();
    return disk;
  }

  /**
   * Makes a process use this disk.
   *
   * @param process not started yet
   */
  public void preload(ProcessBuilder process) {
    preload(process, library);
    process.environment().put("MINTMARK_FSYNC", command.toString());
  }

  /**
   * Makes a process load a library before all others, except libraries that it must preload
   * already.
   */
  static void preload(ProcessBuilder process, Path library) {
    process
        .environment()
        .merge("LD_PRELOAD", library.toString(), (before, one) -> before + ":" + one);
  }

  /** From now on nothing reaches the disk: the process gets EIO. */
  public void fail() {
    replace(command, "fail");
  }

  /**
   * Makes each call from now on take the given time.
   *
   * @param delay in whole milliseconds
   */
  public void slowDown(Duration delay) {
    replace(command, "slow " + delay.toMillis());
  }

  /** From now on the disk works. */
  public void work() {
    replace(command, "work");
  }

  /** Replaces a file atomically, so that its readers see the old or the new content. */
  static void replace(Path file, String text) {
    Path next = file.resolveSibling(file.getFileName() + ".next");
    try {
      Files.writeString(next, text);
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
