package io.mintmark.cli;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.logging.LogManager;

/**
 * Sets up the logging of commands: only Mintmark's own messages are logged, on one line each. If
 * the user configures the JVM's logging, that configuration applies instead. The clients of engines
 * log nothing, because Mintmark's messages contain their failures. The JDK creates this log manager
 * at the first log call, not earlier.
 *
 * <p>Once started, the log works until the end of the process. By default the JDK would remove its
 * handlers as soon as the process is asked to end, while the server still drains and logs.
 */
public final class Logging extends LogManager {

  /** The system property that makes the JDK use this class. */
  static final String PROPERTY = "java.util.logging.manager";

  private static final String BY_CLASS = "java.util.logging.config.class";
  private static final String BY_FILE = "java.util.logging.config.file";

  private static final String SETTINGS = """
      handlers = java.util.logging.ConsoleHandler
      .level = OFF
      io.mintmark.level = INFO
      java.util.logging.SimpleFormatter.format = %1$tFT%1$tT%1$tz %4$s %5$s%6$s%n
      """;

  /** True while settings are read. The JDK then resets the log; any other reset is ignored. */
  private boolean reading;

  /** Called by the JDK. */
  public Logging() {}

  /** Reads the user's settings, if there are any. */
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
