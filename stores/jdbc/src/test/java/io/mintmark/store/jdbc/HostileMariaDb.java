package io.mintmark.store.jdbc;

import io.mintmark.store.jdbc.HostileSource.State;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The states in which a pool may hand out a session of MariaDB or MySQL. */
final class HostileMariaDb {

  private HostileMariaDb() {}

  /** Ends all connections except its own. */
  static void endConnections(String url) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      List<Long> ids = new ArrayList<>();
      try (ResultSet result = statement.executeQuery("SELECT id FROM information_schema.processlist"
          + " WHERE command = 'Sleep' AND id <> CONNECTION_ID()")) {
        while (result.next()) {
          ids.add(result.getLong(1));
        }
      }
      for (long id : ids) {
        statement.execute("KILL " + id);
      }
    }
  }

  static State switched() {
    return new State("setCatalog", connection -> connection.setCatalog("elsewhere"));
  }

  /** Returns the states that both engines support. */
  static List<State> states() {
    List<State> states = new ArrayList<>(Stream.of(
            "START TRANSACTION",
            "START TRANSACTION READ ONLY",
            "START TRANSACTION WITH CONSISTENT SNAPSHOT",
            "START TRANSACTION; INSERT INTO shop.mintmark_line VALUES ('left', 1, '', NOW())",
            "SET autocommit = 0",
            "SET autocommit = 0; START TRANSACTION",
            "SET SESSION TRANSACTION READ ONLY",
            "SET TRANSACTION READ ONLY",
            "SET SESSION completion_type = 'CHAIN'",
            "SET SESSION completion_type = 'RELEASE'",
            "LOCK TABLES shop.mintmark_line READ",
            "SET SESSION sql_select_limit = 0",
            "SET SESSION sql_select_limit = 1",
            "SET SESSION sql_safe_updates = 1",
            "SET SESSION timestamp = 1",
            "SET SESSION sql_mode = ''",
            "SET SESSION sql_mode = 'ANSI_QUOTES,PIPES_AS_CONCAT,IGNORE_SPACE'",
            "SET SESSION sql_mode = 'TRADITIONAL'",
            "SET SESSION time_zone = '+08:00'",
            "SET SESSION innodb_lock_wait_timeout = 50; SET SESSION max_join_size = 1")
        .map(sql -> State.after(sql.split("; ")))
        .toList());
    states.add(switched());
    states.add(new State("setReadOnly", connection -> connection.setReadOnly(true)));
    states.add(new State("setAutoCommit(false)", connection -> connection.setAutoCommit(false)));
    states.add(new State("a transaction of the driver's", connection -> {
      connection.setAutoCommit(false);
      connection.createStatement().execute("SELECT * FROM shop.mintmark_line");
    }));
    Stream.of(
            Connection.TRANSACTION_READ_UNCOMMITTED,
            Connection.TRANSACTION_READ_COMMITTED,
            Connection.TRANSACTION_REPEATABLE_READ,
            Connection.TRANSACTION_SERIALIZABLE)
        .map(level -> new State(
            "isolation " + level, connection -> connection.setTransactionIsolation(level)))
        .forEach(states::add);
    return states;
  }

  /** Returns all states of MariaDB, including those with modes that only MariaDB has. */
  static List<State> mariadbStates() {
    List<State> states = new ArrayList<>(states());
    Stream.of("ORACLE", "EMPTY_STRING_IS_NULL", "SIMULTANEOUS_ASSIGNMENT", "MSSQL")
        .map(mode -> State.after("SET SESSION sql_mode = '" + mode + "'"))
        .forEach(states::add);
    return states;
  }
}
