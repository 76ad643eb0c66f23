package io.mintmark.server;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** What a class logs while this is open. */
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

  /** Listens from now on. */
  public CapturedLog(Class<?> of) {
    log = Logger.getLogger(of.getName());
    log.addHandler(handler);
  }

  /** The messages so far. */
  public List<String> messages() {
    return messages;
  }

  @Override
  public void close() {
    log.removeHandler(handler);
  }
}
