package io.mintmark.gapless;

import static io.mintmark.gapless.GaplessTables.COUNTERS;
import static io.mintmark.gapless.GaplessTables.SPECS;
import static io.mintmark.gapless.GaplessTables.VOIDS;

import io.mintmark.error.Message;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The SQL of one engine, where the engines differ.
 *
 * @param text the type of a text column, compared byte by byte; {@code $1} is its maximum length
 * @param time the type of a column with a time
 * @param tableEnd the end of a statement that creates a table
 * @param insert a statement that inserts a row and leaves an existing row unchanged
 * @param session a query for the session's number, which differs between two connections
 * @param schemaOf a query for the quoted schema, or database, of the tables
 * @param commitsByItself a query whose result is 1 if the server commits each statement of the
 *     session (autocommit). Empty for PostgreSQL, whose server does not have such a mode:
 *     PostgreSQL's driver begins the transactions, and the server reports in each response whether
 *     a transaction is open
 * @param snapshot the statements that remove the session's limit on rows and begin a transaction
 *     with one snapshot. The statements do not depend on the state that the driver has recorded.
 *     Empty if the driver's methods suffice
 * @param snapshotEnd the statements that end the transaction of {@code snapshot} and restore the
 *     session
 */
record Dialect(
    String text,
    String time,
    String tableEnd,
    String insert,
    String session,
    String schemaOf,
    String commitsByItself,
    List<String> snapshot,
    List<String> snapshotEnd) {

  static final Dialect POSTGRESQL = new Dialect(
      "VARCHAR($1) COLLATE \"C\" NOT NULL",
      "TIMESTAMPTZ NOT NULL",
      ")",
      "INSERT INTO %s ON CONFLICT DO NOTHING",
      "SELECT pg_backend_pid()",
      "SELECT quote_ident(n.nspname) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
          + " WHERE c.oid = to_regclass('" + COUNTERS
          + "') AND c.relpersistence <> 't'",
      "",
      List.of(),
      List.of("ROLLBACK"));

  /** MariaDB and MySQL. */
  static final Dialect MARIADB = new Dialect(
      "VARCHAR($1) NOT NULL",
      "TIMESTAMP(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6)",
      ") ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin",
      "INSERT IGNORE INTO %s",
      "SELECT CONNECTION_ID() LIMIT 1",
      "SELECT CONCAT('`', REPLACE(DATABASE(), '`', '``'), '`') LIMIT 1",
      "SELECT @@session.autocommit /*M! AND NOT @@in_transaction */ LIMIT 1",
      List.of(
          "ROLLBACK",
          "SET @mintmark_limit = @@session.sql_select_limit,"
              + " SESSION sql_select_limit = 18446744073709551615",
          "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ",
          "START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY"),
      List.of("ROLLBACK", "SET SESSION sql_select_limit = @mintmark_limit"));

  /** H2. It reports an existing row as an error, after which the transaction can continue. */
  static final Dialect H2 = new Dialect(
      "VARCHAR($1) NOT NULL",
      "TIMESTAMP(6) WITH TIME ZONE NOT NULL",
      ")",
      "INSERT INTO %s",
      "CALL SESSION_ID()",
      "SELECT QUOTE_IDENT(CURRENT_SCHEMA)",
      "SELECT CASE WHEN AUTOCOMMIT() THEN 1 ELSE 0 END",
      List.of(),
      List.of("ROLLBACK"));

  private static final String COUNTER = "(name TEXT64, tenant TEXT64, period TEXT7, ";

  /** The columns of each table. {@code TEXTn} and {@code TIME} represent the engine's types. */
  private static final Map<String, String> TABLES = Map.of(
      COUNTERS,
      COUNTER + "last_number BIGINT NOT NULL, updated_at TIME, PRIMARY KEY (name, tenant, period)",
      SPECS,
      "(name TEXT64, format TEXT100, first_month SMALLINT NOT NULL, made_at TIME,"
          + " PRIMARY KEY (name)",
      VOIDS,
      COUNTER + "number BIGINT NOT NULL, reason TEXT500, voided_at TIME,"
          + " PRIMARY KEY (name, tenant, period, number)");

  /**
   * Returns the dialect of a database, from the product name that its driver reports.
   *
   * @throws IllegalArgumentException if the database is not supported
   */
  static Dialect of(Connection connection, String gapless) throws SQLException {
    String product = connection.getMetaData().getDatabaseProductName();
    return switch (product.toLowerCase(Locale.ROOT)) {
      case "postgresql" -> POSTGRESQL;
      case "mariadb", "mysql" -> MARIADB;
      case "h2" -> H2;
      default ->
        throw new IllegalArgumentException(Message.of(
            "not PostgreSQL, MariaDB, MySQL or H2: database={}, gapless={}", product, gapless));
    };
  }

  /** Finds the quoted schema, or database, of the tables. Empty if the connection is in none. */
  Optional<String> schema(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(schemaOf)) {
      return row.next() ? Optional.ofNullable(row.getString(1)) : Optional.empty();
    }
  }

  /**
   * Creates the tables that do not exist. Ignores the error if another process creates a table at
   * the same moment.
   */
  void createTables(Connection connection) throws SQLException {
    for (String table : TABLES.keySet()) {
      if (exists(connection, table)) {
        continue;
      }
      String columns =
          TABLES.get(table).replaceAll("TEXT(\\d+)", text).replaceAll("\\bTIME\\b", time);
      try {
        GaplessTables.execute(connection, "CREATE TABLE " + table + " " + columns + tableEnd);
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
}
