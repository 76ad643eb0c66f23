package io.mintmark.cli;

import io.mintmark.internal.time.ElapsedClock;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Shows the progress of a long command in one line on standard error, if that is a screen. */
final class Progress implements AutoCloseable {

  private static final long INTERVAL_NANOS = 200_000_000;
  private static final String CLEAR_LINE = "\r\u001b[K";

  private final boolean visible;
  private final PrintWriter err;
  private final ElapsedClock clock;
  private final long startNanos;
  private long shownNanos;
  private boolean shown;

  Progress(Terminal terminal) {
    this.visible = terminal.errIsScreen();
    this.err = new PrintWriter(terminal.err(), false, StandardCharsets.UTF_8);
    this.clock = terminal.elapsed();
    this.startNanos = clock.nanos();
    this.shownNanos = startNanos;
  }

  /** Shows how many things are done, unless the line was updated just now. */
  void at(String things, long done) {
    long now = clock.nanos();
    if (now - shownNanos >= INTERVAL_NANOS) {
      shownNanos = now;
      double millionsPerSecond = done * 1e3 / Math.max(now - startNanos, 1);
      show(String.format(Locale.ROOT, "%,d %s, %.1f M/s", done, things, millionsPerSecond));
    }
  }

  /** Shows a text in the line. */
  void show(String text) {
    if (visible) {
      shown = true;
      err.print(CLEAR_LINE + text);
      err.flush();
    }
  }

  /** Clears the line. */
  @Override
  public void close() {
    if (shown) {
      err.print(CLEAR_LINE);
      err.flush();
      shown = false;
    }
  }
}
