package io.mintmark.store.jdbc;

import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A process of PostgreSQL that serves this connection alone, with the settings that claims need.
 * They are set once, and statements may be prepared.
 *
 * <p><b>How it is known that no pooler stands in between.</b> PostgreSQL tells each client its
 * process, for a request to cancel. A pooler that shares processes cannot pass that on, as it would
 * be wrong with the next transaction, so it tells a random number of its own. If the number that
 * the driver was told is the process that answers, the two talk with each other. The driver's
 * classes are found by name, because the driver may be another engine's. A connection that does not
 * have them is taken for one through a pooler.
 *
 * <p><b>Nothing rests on that.</b> Each statement that changes a line answers with a witness: the
 * settings as they are in its own transaction, a random text that stands in no other connection's
 * statements, and the statement's number. So if other users of a hidden pooler changed the
 * settings, or the name of the prepared statement meant another one there, or the answer is that
 * to another statement, the witness shows it, and the answer does not count. The engine reports at
 * the end of each answer whether a transaction is open, to which the statement would belong. The
 * driver returns that report, not its memory of its own calls.
 */
final class DirectBackend {

  private static final String DRIVER = "org.postgresql.core.BaseConnection";
  private static final String IDLE = "IDLE";

  private static final String SYNCHRONOUS_COMMIT = "on";
  private static final String MESSAGES = "warning";

  /** What a setting is, and what it was before. */
  private record Setting(String name, String value, String before) {}

  private final Driver driver;
  private final List<Setting> settings;
  private final String wanted;
  private final String witness;

  /** By their text without the witness; as many as there are ways to change a line. */
  private final Map<String, PreparedStatement> statements = new HashMap<>();

  /**
   * The driver's own connection, with its methods that return reports of the engine.
   *
   * @param process returns the process that the engine named at connecting
   * @param state returns whether a transaction is open, as the engine's last answer said
   */
  record Driver(Object connection, Method process, Method state) {

    boolean isProcess(String named) {
      return named.equals(call(process));
    }

    private String call(Method method) {
      try {
        return method.invoke(connection).toString();
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("the driver does not answer from its memory", e);
      }
    }
  }

  private DirectBackend(Driver driver, List<Setting> settings) {
    this.driver = driver;
    this.settings = settings;
    String id = UUID.randomUUID().toString();
    wanted = SYNCHRONOUS_COMMIT + " " + MESSAGES + " " + id;
    witness = "current_setting('synchronous_commit') || ' ' ||"
        + " current_setting('client_min_messages') || ' " + id + " ' ||"
        + " ?::bigint || ' ' || tableoid";
  }

  /** Finds the driver's own connection; empty if it is not PostgreSQL's, or hidden. */
  static Optional<Driver> driver(Connection connection) {
    return Stream.of(
            connection.getClass().getClassLoader(),
            Thread.currentThread().getContextClassLoader(),
            DirectBackend.class.getClassLoader())
        .flatMap(loader -> driver(connection, loader).stream())
        .findFirst();
  }

  private static Optional<Driver> driver(Connection connection, ClassLoader loader) {
    try {
      Class<?> type = Class.forName(DRIVER, false, loader);
      if (!connection.isWrapperFor(type)) {
        return Optional.empty();
      }
      return Optional.of(new Driver(
          connection.unwrap(type),
          type.getMethod("getBackendPID"),
          type.getMethod("getTransactionState")));
    } catch (ReflectiveOperationException | LinkageError | SQLException e) {
      return Optional.empty();
    }
  }

  /** Sets a connection up, in one round trip. */
  static DirectBackend setUp(Connection connection, Driver driver, long timeoutMs)
      throws SQLException {
    List<List<String>> wanted = List.of(
        List.of("statement_timeout", timeoutMs + "ms"),
        List.of("lock_timeout", timeoutMs + "ms"),
        List.of("synchronous_commit", SYNCHRONOUS_COMMIT),
        List.of("client_min_messages", MESSAGES),
        List.of("default_transaction_isolation", "read committed"));
    String sql = wanted.stream()
        .map(each -> "current_setting('" + each.get(0) + "'), set_config('"
            + String.join("', '", each) + "', false)")
        .collect(Collectors.joining(", ", "SELECT ", ""));
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      List<String> row = Dialect.read(result).get(0);
      List<Setting> settings = new ArrayList<>();
      for (int i = 0; i < wanted.size(); i++) {
        settings.add(new Setting(wanted.get(i).get(0), wanted.get(i).get(1), row.get(2 * i)));
      }
      return new DirectBackend(driver, settings);
    }
  }

  /** Gives a connection the settings back that it had. */
  void leave(Connection connection) throws SQLException {
    for (PreparedStatement each : statements.values()) {
      each.close();
    }
    String sql = settings.stream()
        .map(each -> "set_config(?, ?, false)")
        .collect(Collectors.joining(", ", "SELECT ", ""));
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      int index = 1;
      for (Setting each : settings) {
        statement.setString(index++, each.name());
        statement.setString(index++, each.before());
      }
      statement.execute();
    }
  }

  /** Prepares a statement that changes lines, or returns it as it is, to be left open. */
  PreparedStatement prepared(Connection connection, String sql) throws SQLException {
    PreparedStatement known = statements.get(sql);
    if (known != null) {
      return known;
    }
    PreparedStatement statement = connection.prepareStatement(answering(sql, witness));
    statements.put(sql, statement);
    return statement;
  }

  /** Makes a statement answer one more value for each row that it writes. */
  static String answering(String sql, String value) {
    return sql + (sql.contains(" RETURNING ") ? ", " : " RETURNING ") + value;
  }

  /** Whether no transaction is open, as the engine reported at the end of its last answer. */
  boolean isIdle() {
    return IDLE.equals(driver.call(driver.state));
  }

  /** What the witness, the last value of each row, begins with for the row to count. */
  String wanted() {
    return wanted;
  }
}
