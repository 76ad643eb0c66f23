package io.mintmark.example.orders;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.regex.Pattern;

/**
 * Collects the log entries that ShardingSphere writes with {@code sql-show}: the statements that it
 * sends to databases, in the form {@code ds_2 ::: SELECT ...}. A statement with a join or a {@code
 * UNION ALL} uses several tables.
 */
final class SqlLog extends Handler {

  private static final String ACTUAL = "Actual SQL: ";
  private static final Pattern TABLE = Pattern.compile("\\bt_[a-z]+_\\d+\\b");

  /** Kept in a field, because the JDK refers to loggers weakly. */
  private static final Logger LOGGER = Logger.getLogger("ShardingSphere-SQL");

  private final List<String> statements = new ArrayList<>();

  /** Starts to collect statements. They are not printed. */
  SqlLog() {
    LOGGER.setLevel(Level.INFO);
    LOGGER.setUseParentHandlers(false);
    LOGGER.addHandler(this);
  }

  @Override
  public synchronized void publish(LogRecord line) {
    if (line.getMessage().startsWith(ACTUAL)) {
      statements.add(line.getMessage().substring(ACTUAL.length()));
    }
  }

  /** Returns the statements that were sent since the last call. */
  synchronized List<String> take() {
    List<String> taken = List.copyOf(statements);
    statements.clear();
    return taken;
  }

  /** Returns the tables that statements use, in the form {@code ds_2.t_order_1}. */
  static Set<String> tables(List<String> statements) {
    Set<String> tables = new TreeSet<>();
    for (String statement : statements) {
      String database = statement.substring(0, statement.indexOf(' '));
      TABLE.matcher(statement).results().forEach(name -> tables.add(database + "." + name.group()));
    }
    return tables;
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}
}
