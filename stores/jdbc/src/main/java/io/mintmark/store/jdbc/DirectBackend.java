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
 * class is found by name, because the driver may be another engine's. A connection that does not
 * have it is taken for one through a pooler.
 *
 * <p><b>Nothing rests on that.</b> Each statement that changes a line answers with a
 * witness: the settings as they are in its own transaction, and a random text that stands in no
 * other connection's statements. So if other users of a hidden pooler changed the settings, or the
 * name of the prepared statement meant another one there, the answer says so, and it does not
 * count.
 */
final class DirectBackend {

  private static final String DRIVER = "org.postgresql.PGConnection";

  private static final String SYNCHRONOUS_COMMIT = "on";
  private static final String MESSAGES = "warning";

  /** What a setting is, and what it was before. */
  private record Setting(String name, String value, String before) {}

  private final List<Setting> settings;
  private final String wanted;
  private final String witness;

  /** By their text without the witness; as many as there are ways to change a line. */
  private final Map<String, PreparedStatement> statements = new HashMap<>();

  private DirectBackend(List<Setting> settings) {
    this.settings = settings;
    String id = UUID.randomUUID().toString();
    wanted = SYNCHRONOUS_COMMIT + " " + MESSAGES + " " + id;
    witness = "current_setting('synchronous_commit') || ' ' ||"
        + " current_setting('client_min_messages') || ' " + id + "'";
  }

  /** Tells which process the driver was told; empty if the connection does not say. */
  static Optional<String> process(Connection connection) {
    return Stream.of(
            connection.getClass().getClassLoader(),
            Thread.currentThread().getContextClassLoader(),
            DirectBackend.class.getClassLoader())
        .flatMap(loader -> process(connection, loader).stream())
        .findFirst();
  }

  private static Optional<String> process(Connection connection, ClassLoader loader) {
    try {
      Class<?> type = Class.forName(DRIVER, false, loader);
      if (!connection.isWrapperFor(type)) {
        return Optional.empty();
      }
      Method process = type.getMethod("getBackendPID");
      return Optional.of(process.invoke(connection.unwrap(type)).toString());
    } catch (ReflectiveOperationException | LinkageError | SQLException e) {
      return Optional.empty();
    }
  }

  /** Sets a connection up, in one round trip. */
  static DirectBackend setUp(Connection connection, long timeoutMs) throws SQLException {
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
      return new DirectBackend(settings);
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
    String answers = sql.contains(" RETURNING ") ? ", " : " RETURNING ";
    PreparedStatement statement = connection.prepareStatement(sql + answers + witness);
    statements.put(sql, statement);
    return statement;
  }

  /** What the witness, the last value of each row, has to be for the row to count. */
  String wanted() {
    return wanted;
  }
}
