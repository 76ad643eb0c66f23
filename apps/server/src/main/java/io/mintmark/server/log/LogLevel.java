package io.mintmark.server.log;

import java.util.Locale;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Which of Mintmark's own lines a process's log has. */
public enum LogLevel {
  /** What makes clients fail. */
  ERROR(Level.SEVERE),
  /** Also what may become an error. */
  WARNING(Level.WARNING),
  /** Also what changes: starts, stops, files that were read again. */
  INFO(Level.INFO),
  /** Also what is of use to find a fault with. */
  DEBUG(Level.FINE);

  /** The JDK keeps a level only as long as somebody keeps the logger. */
  private static final Logger MINTMARK = Logger.getLogger("io.mintmark");

  @SuppressWarnings("ImmutableEnumChecker") // The JDK's levels do not change.
  private final Level level;

  LogLevel(Level level) {
    this.level = level;
  }

  /** Has this process's log written so from now on, wherever it goes. */
  public void use() {
    MINTMARK.setLevel(level);
    for (Handler handler : Logger.getLogger("").getHandlers()) {
      if (handler.getLevel().intValue() > level.intValue()) {
        handler.setLevel(level);
      }
    }
  }

  /** As configurations have it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
