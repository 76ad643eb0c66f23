package io.mintmark.server.log;

import java.io.UnsupportedEncodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.logging.Handler;
import java.util.logging.Logger;

/**
 * The form of the lines in a process's log. All log lines (Mintmark's, Netty's, and the lines of
 * the engines' clients) go through {@code java.util.logging}, so the form is set there once.
 */
public enum LogForm {
  /** As {@code java.util.logging} is configured: lines for people. */
  TEXT,
  /** Each line is a JSON object, see {@link JsonLines}. */
  JSON;

  /** The present form of this process's log. */
  public static LogForm current() {
    return Arrays.stream(handlers()).anyMatch(each -> each.getFormatter() instanceof JsonLines)
        ? JSON
        : TEXT;
  }

  /**
   * Sets the form of this process's log from now on, for all destinations. With JSON, an exception
   * that ends a thread is logged too. Every process starts with text, and a return to text is not
   * supported.
   */
  public void use() {
    if (this == TEXT || current() == JSON) {
      return;
    }
    for (Handler handler : handlers()) {
      handler.setFormatter(new JsonLines());
      try {
        handler.setEncoding(StandardCharsets.UTF_8.name());
      } catch (UnsupportedEncodingException e) {
        throw new AssertionError("every JVM has UTF-8", e);
      }
    }
    System.Logger log = System.getLogger(LogForm.class.getName());
    Thread.setDefaultUncaughtExceptionHandler((thread, fault) ->
        log.log(System.Logger.Level.ERROR, "a thread has ended by a fault", fault));
  }

  private static Handler[] handlers() {
    return Logger.getLogger("").getHandlers();
  }
}
