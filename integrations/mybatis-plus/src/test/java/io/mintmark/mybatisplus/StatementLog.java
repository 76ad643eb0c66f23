package io.mintmark.mybatisplus;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.ibatis.logging.Log;

/** What MyBatis logs by; keeps each statement that it prepares. */
public final class StatementLog implements Log {

  static final List<String> PREPARED = new CopyOnWriteArrayList<>();

  public StatementLog(String name) {
    // All loggers write to one list.
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
    // Nothing that a test asks for.
  }

  @Override
  public void error(String message) {
    // Nothing that a test asks for.
  }

  @Override
  public void debug(String message) {
    if (message.contains("Preparing:")) {
      PREPARED.add(message);
    }
  }

  @Override
  public void trace(String message) {
    // Nothing that a test asks for.
  }

  @Override
  public void warn(String message) {
    // Nothing that a test asks for.
  }
}
