package io.mintmark.cli;

import io.mintmark.internal.time.ElapsedClock;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.InstantSource;
import java.util.Map;

/**
 * The streams and clocks of a command.
 *
 * @param in standard input
 * @param out standard output, not buffered
 * @param err standard error, not buffered
 * @param outIsScreen whether standard output is a screen, where colour is useful
 * @param errIsScreen whether standard error is a screen, where progress is useful
 * @param environment the environment variables
 * @param clock the wall clock
 * @param elapsed measures durations
 */
record Terminal(
    InputStream in,
    OutputStream out,
    OutputStream err,
    boolean outIsScreen,
    boolean errIsScreen,
    Map<String, String> environment,
    InstantSource clock,
    ElapsedClock elapsed) {

  /** The system property with the file descriptors that are screens. The launcher sets it. */
  private static final String SCREENS = "mintmark.terminal";

  /** Returns this process's terminal. */
  static Terminal ofProcess() {
    String screens = System.getProperty(SCREENS, "");
    return new Terminal(
        System.in,
        new FileOutputStream(FileDescriptor.out),
        new FileOutputStream(FileDescriptor.err),
        screens.contains("1"),
        screens.contains("2"),
        System.getenv(),
        InstantSource.system(),
        ElapsedClock.system());
  }

  /** Returns the style of standard output. */
  TextStyle outStyle() {
    return new TextStyle(outIsScreen && colourAllowed());
  }

  /** Returns the style of standard error. */
  TextStyle errStyle() {
    return new TextStyle(errIsScreen && colourAllowed());
  }

  /**
   * Returns whether colours are allowed. NO_COLOR is the usual variable to disable them
   * (no-color.org).
   */
  private boolean colourAllowed() {
    return environment.getOrDefault("NO_COLOR", "").isEmpty()
        && !environment.getOrDefault("TERM", "").equals("dumb");
  }

  /** Makes an exception that explains the consequence of a failed write. */
  static IOException notWritten(IOException e) {
    return new IOException(
        "the output is not complete: standard output cannot be written, reason=" + e.getMessage(),
        e);
  }

  /**
   * Returns whether the reader of a pipe has closed it. The JDK lacks an exception type for this,
   * so the system's message is compared.
   */
  static boolean isReaderGone(IOException e) {
    return "Broken pipe".equals(e.getMessage());
  }
}
