package io.mintmark.rigs;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** Collects the messages of one log while this is open. */
public final class CapturedLog implements AutoCloseable {

  private final Logger log;
  private final List<String> messages = new CopyOnWriteArrayList<>();
  private final Handler handler = new Handler() {
    @Override
    public void publish(LogRecord record) {
      messages.add(new SimpleFormatter().formatMessage(record));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  };

  /**
   * Listens from now on.
   *
   * @param of the class whose log it is
   */
  public CapturedLog(Class<?> of) {
    this(of.getName());
  }

  /**
   * Listens from now on.
   *
   * @param name the name of the log
   */
  public CapturedLog(String name) {
    log = Logger.getLogger(name);
    log.addHandler(handler);
  }

  /**
   * Returns the messages so far.
   *
   * @return a list that grows as more messages are logged
   */
  public List<String> messages() {
    return messages;
  }

  @Override
  public void close() {
    log.removeHandler(handler);
  }
}
