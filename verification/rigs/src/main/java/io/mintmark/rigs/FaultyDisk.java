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
   * @throws InterruptedException if the thread is interrupted
   */
  public static FaultyDisk compile(Path directory) throws IOException, InterruptedException {
    ToolRun.assumeAreThere("gcc");
    Files.createDirectories(directory);
    Path source = directory.resolve("fsync.c");
    try (InputStream text = FaultyDisk.class.getResourceAsStream("fsync.c")) {
      Files.copy(text, source);
    }
    FaultyDisk disk = new FaultyDisk(directory.resolve("fsync.so"), directory.resolve("command"));
    List<String> compile = List.of(
        "gcc", "-shared", "-fPIC", "-O2", "-o", disk.library.toString(), source.toString(), "-ldl");
    ToolRun run = ToolRun.in(directory, compile, "");
    if (run.exitValue() != 0) {
      throw new AssertionError("not compiled: " + run.output());
    }
    disk.work();
    return disk;
  }

  /**
   * Has a process use this disk.
   *
   * @param process not yet started
   */
  public void preload(ProcessBuilder process) {
    Preload.add(process, library);
    process.environment().put("MINTMARK_FSYNC", command.toString());
  }

  /** From now on nothing reaches the disk: the process gets EIO. */
  public void fail() {
    tell("fail");
  }

  /**
   * Makes each call from now on take the given time.
   *
   * @param delay in whole milliseconds
   */
  public void slowDown(Duration delay) {
    tell("slow " + delay.toMillis());
  }

  /** From now on all is well. */
  public void work() {
    tell("work");
  }

  private void tell(String text) {
    Path next = command.resolveSibling("command.next");
    try {
      Files.writeString(next, text);
      Files.move(next, command, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
