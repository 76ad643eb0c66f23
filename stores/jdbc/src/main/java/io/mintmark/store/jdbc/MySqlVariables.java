package io.mintmark.store.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The session variables of MariaDB or MySQL on which claims depend. An earlier user of the
 * connection may have changed any of these variables, so this class sets each. It restores the
 * earlier values when the connection is given back.
 */
final class MySqlVariables {

  /**
   * Reads the session's defaults for transactions. The variables have different names in different
   * versions.
   */
  private static final String TRANSACTIONS = "SHOW SESSION VARIABLES WHERE Variable_name IN"
      + " ('tx_isolation', 'transaction_isolation', 'tx_read_only', 'transaction_read_only')";

  /** The statements that restore the variables. */
  private List<String> before = List.of();

  /**
   * Rolls back an open transaction. Sets {@code completion_type} first, because {@code RELEASE}
   * would close the connection with the rollback.
   */
  void endTransaction(Session session, MySql dialect) throws SQLException {
    String completion = dialect.value(session, "SELECT @@session.completion_type LIMIT 1");
    before = List.of("SET SESSION completion_type = " + quoted(completion));
    session.run("SET SESSION completion_type = 0");
    session.run("ROLLBACK");
    session.run("UNLOCK TABLES");
  }

  /** Sets the variables for claims. */
  void set(Session session, MySql dialect, boolean mariadb, Duration timeout) throws SQLException {
    List<String> server =
        dialect.row(session, "SELECT @@session.sql_mode, @@session.sql_log_bin LIMIT 1");
    if (server.get(1).equals("0")) {
      throw Dialect.unfit("the session does not write to the binary log, so that replicas would not"
          + " have its claims: sql_log_bin=0");
    }
    Map<String, String> wanted = wanted(server.get(0), mariadb, timeout);
    List<String> values = dialect.row(
        session,
        wanted.keySet().stream()
            .map(name -> "@@session." + name)
            .collect(Collectors.joining(", ", "SELECT ", " LIMIT 1")));
    Map<String, String> found = new LinkedHashMap<>();
    wanted.keySet().forEach(name -> found.put(name, values.get(found.size())));
    found.computeIfPresent("sql_mode", (name, mode) -> quoted(mode));
    session.run(setting(wanted) + ", SESSION timestamp = DEFAULT");
    Map<String, String> begins = new HashMap<>();
    dialect
        .rows(session, TRANSACTIONS)
        .forEach(row -> begins.put(row.get(0).replaceFirst("^(tx|transaction)_", ""), row.get(1)));
    session.run("SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ WRITE");
    before = Stream.of(
            "SET SESSION TRANSACTION ISOLATION LEVEL "
                + begins.getOrDefault("isolation", "REPEATABLE-READ").replace('-', ' ')
                + (begins.getOrDefault("read_only", "OFF").equals("OFF")
                    ? ", READ WRITE"
                    : ", READ ONLY"),
            setting(found),
            before.get(0))
        .toList();
  }

  private static Map<String, String> wanted(String sqlMode, boolean mariadb, Duration timeout) {
    // The engine must time out before this process does, so that the connection survives. InnoDB
    // counts whole seconds.
    String seconds = Long.toString(Math.max(1, timeout.toMillis() * 9 / 10 / 1_000));
    Map<String, String> wanted = new LinkedHashMap<>();
    wanted.put("sql_select_limit", "18446744073709551615");
    wanted.put("sql_mode", quoted(fitting(sqlMode)));
    wanted.put("innodb_lock_wait_timeout", seconds);
    wanted.put("lock_wait_timeout", seconds);
    wanted.put("sql_safe_updates", "0");
    wanted.put("sql_big_selects", "1");
    wanted.put("autocommit", "1");
    if (mariadb) {
      wanted.put("max_statement_time", Double.toString(timeout.toMillis() * 0.9 / 1_000));
    }
    return wanted;
  }

  /**
   * Returns the SQL mode for which the dialect's statements are written. The modes that decide how
   * text is quoted stay unchanged, because the driver has read them.
   */
  private static String fitting(String sqlMode) {
    return Stream.concat(
            Stream.of("STRICT_ALL_TABLES", "NO_ENGINE_SUBSTITUTION"),
            Stream.of(sqlMode.split(","))
                .filter(Set.of("NO_BACKSLASH_ESCAPES", "ANSI_QUOTES")::contains))
        .collect(Collectors.joining(","));
  }

  private static String setting(Map<String, String> variables) {
    return variables.entrySet().stream()
        .map(each -> "SESSION " + each.getKey() + " = " + each.getValue())
        .collect(Collectors.joining(", ", "SET ", ""));
  }

  private static String quoted(String words) {
    return "'" + words + "'";
  }

  /** Restores the variables. */
  void leave(Session session) throws SQLException {
    for (String sql : before) {
      session.run(sql);
    }
  }
}
