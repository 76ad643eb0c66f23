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
 * Lets {@code fsync} and {@code fdatasync} of a child fail, or take their time, on command: by a
 * small library in C that is compiled here and loaded before all others.
 */
public final class FaultyDisk {

  private final Path library;
  private final Path command;

  private FaultyDisk(Path library, Path command) {
    this.library = library;
    this.command = command;
  }

  /**
   * Compiles the library. Skips the test that asks if this host has no C compiler.
   *
   * @param directory an empty one, for the library and its commands
   * @return a disk that works as it should, until told otherwise
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
   * Has a process use this disk.
   *
   * @param process not yet started
   */
  public void preload(ProcessBuilder process) {
    preload(process, library);
    process.environment().put("MINTMARK_FSYNC", command.toString());
  }

  /** Has a process load a library before all others but those that it has to load already. */
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

  /** From now on all is well. */
  public void work() {
    replace(command, "work");
  }

  /** Writes a file so that its readers see it as it was or as it is then. */
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
