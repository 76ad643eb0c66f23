package io.mintmark.mybatis;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.ibatis.logging.Log;

/** A logger for MyBatis that keeps each statement that MyBatis prepares. */
public final class StatementLog implements Log {

  static final List<String> PREPARED = new CopyOnWriteArrayList<>();

  public StatementLog(String name) {
    // MyBatis requires this constructor. All loggers write to one list.
  }

  @Override
  public boolean isDebugEnabled() {
    return true;
  }

  @Override
  public boolean isTraceEnabled() {
    return false;
  }

  @Override
  public void error(String message, Throwable cause) {
    // No test needs these messages.
  }

  @Override
  public void error(String message) {
    // No test needs these messages.
  }

  @Override
  public void debug(String message) {
    if (message.contains("Preparing:")) {
      PREPARED.add(message);
    }
  }

  @Override
  public void trace(String message) {
    // No test needs these messages.
  }

  @Override
  public void warn(String message) {
    // No test needs these messages.
  }
}
