package io.mintmark.cli;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.logging.LogManager;

/**
 * Sets the logging of commands, unless the JVM is told otherwise: Mintmark's own messages, a line
 * each. The engines' clients log nothing; Mintmark's messages have what they say of a failure. The
 * JDK makes one of these when something is logged for the first time, and not before.
 *
 * <p>A log begun goes on to the end of the process. By itself the JDK would take its handlers away
 * as soon as the process is asked to end, while the server still drains and has things to say.
 */
public final class Logging extends LogManager {

  /** The system property by which the JDK finds it. */
  static final String PROPERTY = "java.util.logging.manager";

  private static final String BY_CLASS = "java.util.logging.config.class";
  private static final String BY_FILE = "java.util.logging.config.file";

  private static final String SETTINGS = """
      handlers = java.util.logging.ConsoleHandler
      .level = OFF
      io.mintmark.level = INFO
      java.util.logging.SimpleFormatter.format = %1$tFT%1$tT%1$tz %4$s %5$s%6$s%n
      """;

  /** Whether settings are being read, which begins with a reset. */
  private boolean reading;

  /** For the JDK. */
  public Logging() {}

  /** Reads a user's settings if there are any. */
  @Override
  public void readConfiguration() throws IOException {
    if (System.getProperty(BY_CLASS) != null || System.getProperty(BY_FILE) != null) {
      super.readConfiguration();
    } else {
      readConfiguration(new ByteArrayInputStream(SETTINGS.getBytes(StandardCharsets.UTF_8)));
    }
  }

  @Override
  public synchronized void readConfiguration(InputStream settings) throws IOException {
    reading = true;
    try {
      super.readConfiguration(settings);
    } finally {
      reading = false;
    }
  }

  @Override
  public synchronized void reset() {
    if (reading) {
      super.reset();
    }
  }
}
