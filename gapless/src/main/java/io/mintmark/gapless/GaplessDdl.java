package io.mintmark.gapless;

import static io.mintmark.gapless.GaplessTables.COUNTERS;
import static io.mintmark.gapless.GaplessTables.SPECS;
import static io.mintmark.gapless.GaplessTables.VOIDS;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** Creates the tables in one engine's SQL. */
final class GaplessDdl {

  private final Dialect dialect;

  GaplessDdl(Dialect dialect) {
    this.dialect = dialect;
  }

  /** Creates the tables that do not exist. */
  void make(Connection connection) throws SQLException {
    for (String table : List.of(COUNTERS, SPECS, VOIDS)) {
      make(connection, table);
    }
  }

  /** Creates a table. Ignores the error if another process creates it at the same moment. */
  private void make(Connection connection, String table) throws SQLException {
    if (!exists(connection, table)) {
      try (Statement statement = connection.createStatement()) {
        statement.execute("CREATE TABLE " + table + columns(table));
      } catch (SQLException e) {
        if (!exists(connection, table)) {
          throw e;
        }
      }
    }
  }

  private static boolean exists(Connection connection, String table) {
    try (Statement statement = connection.createStatement()) {
      statement.executeQuery("SELECT name FROM " + table + " WHERE 1 = 0").close();
      return true;
    } catch (SQLException e) {
      return false;
    }
  }

  private String columns(String table) {
    String name = " (name " + dialect.text(64);
    String counter = name + ", tenant " + dialect.text(64) + ", period " + dialect.text(7);
    return switch (table) {
      case COUNTERS ->
        counter + ", last_number BIGINT NOT NULL, updated_at " + dialect.time()
            + ", PRIMARY KEY (name, tenant, period)" + dialect.tableEnd();
      case SPECS ->
        name + ", format " + dialect.text(100) + ", first_month SMALLINT NOT NULL, made_at "
            + dialect.time() + ", PRIMARY KEY (name)" + dialect.tableEnd();
      default ->
        counter + ", number BIGINT NOT NULL, reason " + dialect.text(500) + ", voided_at "
            + dialect.time() + ", PRIMARY KEY (name, tenant, period, number)" + dialect.tableEnd();
    };
  }
}
