package io.mintmark.shardingsphere;

import java.util.Set;
import java.util.TreeSet;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Collects from ShardingSphere's SQL log which tables of which databases were used. */
final class SqlLog implements AutoCloseable {

  /** Kept in a field, because the JDK refers to loggers weakly, and their levels would be lost. */
  private static final Logger EVERYTHING = Logger.getLogger("");

  private static final Logger SQL = Logger.getLogger("ShardingSphere-SQL");
  private static final Pattern ACTUAL = Pattern.compile("(?s)Actual SQL: (\\w+) ::: (.*)");
  private static final Pattern TABLE = Pattern.compile("\\bt_[a-z_]+_\\d+\\b");

  private final Set<String> touched = new TreeSet<>();

  private final Handler handler = new Handler() {
    @Override
    public void publish(LogRecord line) {
      Matcher actual = ACTUAL.matcher(line.getMessage());
      if (actual.find()) {
        Matcher table = TABLE.matcher(actual.group(2));
        while (table.find()) {
          add(actual.group(1) + "." + table.group());
        }
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  };

  SqlLog() {
    EVERYTHING.setLevel(Level.OFF);
    SQL.setLevel(Level.INFO);
    SQL.setUseParentHandlers(false);
    SQL.addHandler(handler);
  }

  private synchronized void add(String table) {
    touched.add(table);
  }

  /** Returns the tables that were used since the last call, for example {@code ds_0.t_order_1}. */
  synchronized Set<String> take() {
    Set<String> taken = new TreeSet<>(touched);
    touched.clear();
    return taken;
  }

  @Override
  public void close() {
    SQL.removeHandler(handler);
  }
}
