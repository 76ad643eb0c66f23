package io.mintmark.server.log;

import java.io.UnsupportedEncodingException;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.logging.Handler;
import java.util.logging.Logger;

/**
 * Sets the form of the lines in a process's log. All of them go through {@code java.util.logging}
 * (Mintmark's own, Netty's, and those of the engines' clients), so it is set there once.
 */
public enum LogForm {
  /** As {@code java.util.logging} is set: lines for people. */
  TEXT,
  /** Each line an object of JSON, see {@link JsonLines}. */
  JSON;

  /** The form that this process's log has. */
  public static LogForm current() {
    return Arrays.stream(handlers()).anyMatch(each -> each.getFormatter() instanceof JsonLines)
        ? JSON
        : TEXT;
  }

  /**
   * Has this process's log written so from now on, wherever it goes; what ends a thread is logged
   * too. That it is text is how every process begins, and is not gone back to.
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
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, fault) -> log.log(Level.ERROR, "a thread has ended by a fault", fault));
  }

  private static Handler[] handlers() {
    return Logger.getLogger("").getHandlers();
  }

  /** As configurations have it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
