package io.mintmark.server.log;

import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.Logger;

/** The level of Mintmark's own lines in a process's log. */
public enum LogLevel {
  /** Failures that affect clients. */
  ERROR(Level.SEVERE),
  /** Also conditions that may become errors. */
  WARNING(Level.WARNING),
  /** Also changes: starts, stops, files that were read again. */
  INFO(Level.INFO),
  /** Also details for finding faults. */
  DEBUG(Level.FINE);

  /** The JDK keeps a level only as long as the logger is referenced. */
  private static final Logger MINTMARK = Logger.getLogger("io.mintmark");

  @SuppressWarnings("ImmutableEnumChecker") // The JDK's levels do not change.
  private final Level level;

  LogLevel(Level level) {
    this.level = level;
  }

  /** Sets the level of this process's log from now on, for all destinations. */
  public void use() {
    MINTMARK.setLevel(level);
    for (Handler handler : Logger.getLogger("").getHandlers()) {
      if (handler.getLevel().intValue() > level.intValue()) {
        handler.setLevel(level);
      }
    }
  }
}
