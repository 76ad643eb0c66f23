package io.mintmark.cli;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.logging.LogManager;

/**
 * What is logged unless the JVM is told otherwise: Mintmark's own words, a line each. The engines'
 * clients are not heard; what they have to say of a failure stands in Mintmark's messages. The JDK
 * makes one of these when something is logged for the first time, and not before.
 */
public final class Logging {

  private static final String BY_CLASS = "java.util.logging.config.class";
  private static final String BY_FILE = "java.util.logging.config.file";

  private static final String SETTINGS = """
      handlers = java.util.logging.ConsoleHandler
      .level = OFF
      io.mintmark.level = INFO
      java.util.logging.SimpleFormatter.format = %1$tFT%1$tT%1$tz %4$s %5$s%6$s%n
      """;

  /** For the JDK, which finds it by the system property {@value #BY_CLASS}. */
  public Logging() throws IOException {
    byte[] settings = SETTINGS.getBytes(StandardCharsets.UTF_8);
    LogManager.getLogManager().readConfiguration(new ByteArrayInputStream(settings));
  }

  /** Has it found, unless a user has settings of his own. */
  static void install() {
    if (System.getProperty(BY_CLASS) == null && System.getProperty(BY_FILE) == null) {
      System.setProperty(BY_CLASS, Logging.class.getName());
    }
  }
}
