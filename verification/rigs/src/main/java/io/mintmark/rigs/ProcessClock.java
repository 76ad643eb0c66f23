package io.mintmark.rigs;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;

/**
 * The wall clock of another process. A test steps it with libfaketime, Debian's package {@code
 * faketime}, while the process runs. The process's elapsed time stays right.
 */
public final class ProcessClock {

  private static final Path LIBRARY =
      Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1");

  private final Path offset;

  private ProcessClock(Path offset) {
    this.offset = offset;
  }

  /**
   * Returns whether this host can step clocks.
   *
   * @return false if a test that steps clocks must be skipped
   */
  public static boolean canBeStepped() {
    return Files.isReadable(LIBRARY);
  }

  /**
   * Makes a clock that can be stepped and is right at first.
   *
   * @param offset a file for this clock alone, in an existing directory
   * @return the clock of all processes that use it
   */
  public static ProcessClock at(Path offset) {
    ProcessClock clock = new ProcessClock(offset);
    clock.step(Duration.ZERO);
    return clock;
  }

  /**
   * Gives a process a clock that can be stepped and is right at first.
   *
   * @param process a process that is not started yet
   * @param offset a file for this clock alone, in an existing directory
   * @return the process's clock, once it is started
   */
  public static ProcessClock of(ProcessBuilder process, Path offset) {
    ProcessClock clock = at(offset);
    clock.preload(process);
    return clock;
  }

  /**
   * Makes a process use this clock.
   *
   * @param process not started yet
   */
  public void preload(ProcessBuilder process) {
    load(process);
    process.environment().put("FAKETIME_TIMESTAMP_FILE", offset.toString());
    process.environment().put("FAKETIME_NO_CACHE", "1");
  }

  /**
   * Gives a process a clock that is permanently wrong. Reading it is as fast as reading the right
   * one, unlike a clock that can be stepped.
   *
   * @param process a process that is not started yet
   * @param fromRight its distance from the right time, in whole milliseconds
   */
  public static void set(ProcessBuilder process, Duration fromRight) {
    load(process);
    process.environment().put("FAKETIME", offset(fromRight));
  }

  /**
   * Steps the clock. The process sees the step at its next reading.
   *
   * @param fromRight the new distance from the right time, in whole milliseconds
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
