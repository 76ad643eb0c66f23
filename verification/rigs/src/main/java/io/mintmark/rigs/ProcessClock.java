package io.mintmark.rigs;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;

/**
 * The wall clock of another process, which a test steps while it runs: by libfaketime, Debian's
 * package {@code faketime}. Its elapsed time stays right.
 */
public final class ProcessClock {

  private static final Path LIBRARY =
      Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1");

  private final Path offset;

  private ProcessClock(Path offset) {
    this.offset = offset;
  }

  /**
   * Tells whether this host has what it takes.
   *
   * @return false if a test that steps clocks is to be skipped
   */
  public static boolean canBeStepped() {
    return Files.isReadable(LIBRARY);
  }

  /**
   * Makes a clock that can be stepped; right at first.
   *
   * @param offset a file of this clock alone, in a directory that is there
   * @return the clock of all processes that are given it
   */
  public static ProcessClock at(Path offset) {
    ProcessClock clock = new ProcessClock(offset);
    clock.step(Duration.ZERO);
    return clock;
  }

  /**
   * Gives a process a clock that can be stepped; right at first.
   *
   * @param process a process that is not yet started
   * @param offset a file of this clock alone, in a directory that is there
   * @return the process's clock, once it is started
   */
  public static ProcessClock of(ProcessBuilder process, Path offset) {
    ProcessClock clock = at(offset);
    clock.preload(process);
    return clock;
  }

  /**
   * Has a process use this clock.
   *
   * @param process not yet started
   */
  public void preload(ProcessBuilder process) {
    load(process);
    process.environment().put("FAKETIME_TIMESTAMP_FILE", offset.toString());
    process.environment().put("FAKETIME_NO_CACHE", "1");
  }

  /**
   * Gives a process a clock that is off for good. It is read as fast as the right one, which a
   * clock that can be stepped is not.
   *
   * @param process a process that is not yet started
   * @param fromRight how far from the right time it is, in whole milliseconds
   */
  public static void set(ProcessBuilder process, Duration fromRight) {
    load(process);
    process.environment().put("FAKETIME", offset(fromRight));
  }

  /**
   * Steps the clock, which the process sees when it next looks.
   *
   * @param fromRight how far from the right time it is then, in whole milliseconds
   */
  public void step(Duration fromRight) {
    FaultyDisk.replace(offset, offset(fromRight));
  }

  private static void load(ProcessBuilder process) {
    FaultyDisk.preload(process, LIBRARY);
    process.environment().put("FAKETIME_DONT_FAKE_MONOTONIC", "1");
    process.environment().put("FAKETIME_FORCE_MONOTONIC_FIX", "0");
  }

  private static String offset(Duration fromRight) {
    return String.format(Locale.ROOT, "%+.3f", fromRight.toMillis() / 1_000.0);
  }
}
