package io.mintmark.store.jdbc;

import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * A PostgreSQL backend process that serves this connection alone, with the settings that claims
 * need. The settings are set once, and statements may be prepared.
 *
 * <p><b>How a pooler in between is detected.</b> PostgreSQL sends each client the id of its backend
 * process, for cancel requests. A pooler that shares backends cannot pass that id on, because the
 * next transaction may use another backend. It therefore sends a random number of its own. If the
 * id that the driver received is the id of the process that answers, the driver talks to that
 * process directly. The driver's classes are looked up by name, because the class path may contain
 * only another engine's driver. A connection without these classes is treated as one through a
 * pooler.
 *
 * <p><b>Uniqueness does not depend on that detection.</b> Each statement that changes a line (a row
 * of the table) returns a witness: the settings in effect in its own transaction, a random text
 * that no other connection's statements contain, and the statement's number. The witness is wrong,
 * and the answer does not count, in each of these cases: other users of a hidden pooler changed the
 * settings; in another backend, the name of the prepared statement meant another statement; or the
 * answer belongs to another statement. At the end of each answer the engine also reports whether a
 * transaction is open. If a transaction is open, the statement is a part of it and is not
 * committed. The driver returns the engine's report here. It does not derive the state from its own
 * calls.
 */
final class DirectBackend {

  private static final String DRIVER = "org.postgresql.core.BaseConnection";
  private static final String IDLE = "IDLE";

  private static final String SYNCHRONOUS_COMMIT = "on";
  private static final String MESSAGES = "warning";

  /** A setting's name, its value for claims, and its earlier value. */
  private record Setting(String name, String value, String before) {}

  private final Driver driver;
  private final List<Setting> settings;

  /** The text with which a valid witness must start. The witness is the last value of each row. */
  final String wanted;

  private final String witness;

  /**
   * The prepared statements, one per kind of change. The key is a statement's text without the
   * witness.
   */
  private final Map<String, PreparedStatement> statements = new HashMap<>();

  /**
   * The driver's own connection, with its methods that return reports of the engine.
   *
   * @param process returns the id of the process that the engine named at connecting
   * @param state returns whether a transaction is open, according to the engine's last answer
   */
  record Driver(Object connection, Method process, Method state) {

    boolean isProcess(String named) {
      return named.equals(call(process));
    }

    private String call(Method method) {
      try {
        return method.invoke(connection).toString();
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("a method of the driver's connection cannot be called", e);
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

  /**
   * Finds the driver's own connection. Empty if a wrapper hides it, or if the driver is not
   * PostgreSQL's.
   */
  static Optional<Driver> driver(Connection connection) {
    for (ClassLoader loader : Arrays.asList(
        connection.getClass().getClassLoader(),
        Thread.currentThread().getContextClassLoader(),
        DirectBackend.class.getClassLoader())) {
      try {
        Class<?> type = Class.forName(DRIVER, false, loader);
        if (connection.isWrapperFor(type)) {
          return Optional.of(new Driver(
              connection.unwrap(type),
              type.getMethod("getBackendPID"),
              type.getMethod("getTransactionState")));
        }
      } catch (ReflectiveOperationException | LinkageError | SQLException e) {
        // This loader does not know the connection's driver. The next one may.
      }
    }
    return Optional.empty();
  }

  /** Changes a connection's settings for claims, in one round trip. */
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

  /** Restores a connection's earlier settings. */
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

  /** Returns a prepared statement that changes lines. It stays open for later use. */
  PreparedStatement prepared(Connection connection, String sql) throws SQLException {
    PreparedStatement known = statements.get(sql);
    if (known != null) {
      return known;
    }
    PreparedStatement statement = connection.prepareStatement(answering(sql, witness));
    statements.put(sql, statement);
    return statement;
  }

  /** Makes a statement return one more value for each row that it writes. */
  static String answering(String sql, String value) {
    return sql + (sql.contains(" RETURNING ") ? ", " : " RETURNING ") + value;
  }

  /** Returns whether no transaction is open, according to the end of the engine's last answer. */
  boolean isIdle() {
    return IDLE.equals(driver.call(driver.state));
  }
}
