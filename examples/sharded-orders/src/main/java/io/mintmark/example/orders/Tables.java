package io.mintmark.example.orders;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Creates the tables of each database, and counts their rows, without ShardingSphere. */
final class Tables implements AutoCloseable {

  private static final int USER_TABLES = 4;
  private static final int ORDER_TABLES = 2;

  /** A table of a database, with its number of rows. */
  record Count(String database, String table, long rows) {}

  private final List<Connection> connections = new ArrayList<>();

  Tables(Site site) throws SQLException {
    for (int i = 0; i < Site.DATABASES; i++) {
      connections.add(DriverManager.getConnection(site.database(i)));
    }
  }

  void create() throws SQLException {
    for (Connection connection : connections) {
      try (Statement statement = connection.createStatement()) {
        for (int i = 0; i < USER_TABLES; i++) {
          statement.execute("CREATE TABLE t_user_" + i
              + " (user_id VARCHAR(32) PRIMARY KEY, outside_id VARCHAR(64) NOT NULL UNIQUE)");
        }
        for (int i = 0; i < ORDER_TABLES; i++) {
          statement.execute("CREATE TABLE t_order_" + i + " (order_id VARCHAR(32) PRIMARY KEY,"
              + " user_id VARCHAR(32) NOT NULL, cents INT NOT NULL)");
          statement.execute("CREATE INDEX t_order_" + i + "_user ON t_order_" + i + " (user_id)");
        }
      }
    }
  }

  List<Count> count() throws SQLException {
    List<Count> counts = new ArrayList<>();
    for (int database = 0; database < connections.size(); database++) {
      for (int i = 0; i < USER_TABLES; i++) {
        counts.add(count(database, "t_user_" + i));
      }
      for (int i = 0; i < ORDER_TABLES; i++) {
        counts.add(count(database, "t_order_" + i));
      }
    }
    return counts;
  }

  private Count count(int database, String table) throws SQLException {
    try (Statement statement = connections.get(database).createStatement();
        ResultSet result = statement.executeQuery("SELECT COUNT(*) FROM " + table)) {
      result.next();
      return new Count("order_" + database, table, result.getLong(1));
    }
  }

  @Override
  public void close() throws SQLException {
    for (Connection connection : connections) {
      connection.close();
    }
  }
}
