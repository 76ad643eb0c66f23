package io.mintmark.cli;

import io.mintmark.internal.time.ElapsedClock;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The result of a command that ran in this process. */
record Run(int code, String out, String err) {

  static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

  /** Runs a command without a terminal and with empty standard input. */
  static Run of(String... args) {
    return withInput("", args);
  }

  static Run withInput(String input, String... args) {
    return with(input, false, Map.of(), args);
  }

  /** Runs a command with the given standard input. */
  static Run reading(InputStream input, String... args) {
    return with(input, false, Map.of(), InstantSource.fixed(NOW), new SteppingClock(), args);
  }

  /** Runs a command with the given standard output. */
  static Run into(OutputStream out, String... args) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Terminal terminal = new Terminal(
        InputStream.nullInputStream(),
        out,
        err,
        false,
        false,
        Map.of(),
        InstantSource.fixed(NOW),
        ElapsedClock.system());
    int code = Main.run(terminal, args);
    return new Run(code, "", err.toString(StandardCharsets.UTF_8));
  }

  /** Runs a command with the given environment variables. */
  static Run in(Map<String, String> environment, String... args) {
    return with("", false, environment, args);
  }

  /** Runs a command with a terminal. */
  static Run onScreen(Map<String, String> environment, String... args) {
    return with("", true, environment, args);
  }

  /** Runs a command with the real clock. */
  static Run now(String... args) {
    return with(
        InputStream.nullInputStream(),
        false,
        Map.of(),
        InstantSource.system(),
        ElapsedClock.system(),
        args);
  }

  private static Run with(
      String input, boolean screen, Map<String, String> environment, String... args) {
    InputStream bytes = new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8));
    return with(bytes, screen, environment, InstantSource.fixed(NOW), new SteppingClock(), args);
  }

  private static Run with(
      InputStream input,
      boolean screen,
      Map<String, String> environment,
      InstantSource clock,
      ElapsedClock elapsed,
      String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Terminal terminal = new Terminal(input, out, err, screen, screen, environment, clock, elapsed);
    int code = Main.run(terminal, args);
    return new Run(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** Parses the output as JSON, with a YAML parser, because JSON is a subset of YAML. */
  Object json() {
    return new Load(LoadSettings.builder().build()).loadFromString(out);
  }

  /** A clock that advances by a second at each reading. */
  static final class SteppingClock implements ElapsedClock {

    private static final long STEP_NANOS = 1_000_000_000;

    private final AtomicLong nanos = new AtomicLong();

    @Override
    public long nanos() {
      return nanos.addAndGet(STEP_NANOS);
    }

    @Override
    public void pause(long forNanos) {
      nanos.addAndGet(forNanos);
    }

    @Override
    public void callAfter(long forNanos, Runnable task) {
      ElapsedClock.system().callAfter(forNanos, task);
    }
  }
}
