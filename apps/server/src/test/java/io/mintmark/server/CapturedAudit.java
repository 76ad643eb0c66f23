package io.mintmark.server;

import io.mintmark.server.access.AuditLog;
import io.mintmark.server.log.JsonLines;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * Collects the records of the audit log, as lines of JSON. The audit log is off while no instance
 * collects.
 */
final class CapturedAudit implements AutoCloseable {

  private static final Duration WRITTEN_WITHIN = Duration.ofMinutes(2);
  private static final Logger LOGGER = Logger.getLogger(AuditLog.LOGGER);

  static {
    LOGGER.setLevel(Level.OFF); // Also off in the settings of the command line.
    LOGGER.setUseParentHandlers(false);
  }

  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final Handler handler = new Handler() {
    private final JsonLines form = new JsonLines();

    @Override
    public void publish(LogRecord record) {
      lines.add(form.format(record).strip());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  };

  CapturedAudit() {
    LOGGER.addHandler(handler);
    LOGGER.setLevel(Level.INFO);
  }

  /** Loads this class, which turns the audit log off. */
  static void offUnlessCaptured() {}

  /** Returns all records so far. */
  List<String> lines() {
    return lines;
  }

  /** Waits until a record contains this text. */
  void await(String text) {
    Instant deadline = Instant.now().plus(WRITTEN_WITHIN);
    while (lines.stream().noneMatch(line -> line.contains(text))) {
      if (Instant.now().isAfter(deadline)) {
        throw new AssertionError("not recorded: text=" + text + ", lines=" + lines);
      }
      Thread.onSpinWait();
    }
  }

  @Override
  public void close() {
    LOGGER.removeHandler(handler);
    LOGGER.setLevel(Level.OFF);
  }
}
