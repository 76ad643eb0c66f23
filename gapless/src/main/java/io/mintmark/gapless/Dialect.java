package io.mintmark.gapless;

import io.mintmark.error.Message;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;

/** The words of one engine, where they differ. */
enum Dialect {
  POSTGRESQL(
      "VARCHAR(%d) COLLATE \"C\" NOT NULL",
      "TIMESTAMPTZ NOT NULL",
      "EXTRACT(EPOCH FROM %s)",
      ")",
      "INSERT INTO %s ON CONFLICT DO NOTHING",
      "SELECT pg_backend_pid()",
      "",
      List.of(),
      List.of("ROLLBACK")),

  /** MySQL too. Its drivers take a moment to be in this process's zone; seconds have none. */
  MARIADB(
      "VARCHAR(%d) NOT NULL",
      "TIMESTAMP(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6)",
      "UNIX_TIMESTAMP(%s)",
      ") ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin",
      "INSERT IGNORE INTO %s",
      "SELECT CONNECTION_ID() LIMIT 1",
      "SELECT @@session.autocommit /*M! AND NOT @@in_transaction */ LIMIT 1",
      List.of(
          "ROLLBACK",
          "SET @mintmark_limit = @@session.sql_select_limit,"
              + " SESSION sql_select_limit = 18446744073709551615",
          "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ",
          "START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY"),
      List.of("ROLLBACK", "SET SESSION sql_select_limit = @mintmark_limit")),

  /** It says by an error that a row is there, and the transaction goes on. */
  H2(
      "VARCHAR(%d) NOT NULL",
      "TIMESTAMP(6) WITH TIME ZONE NOT NULL",
      "EXTRACT(EPOCH FROM %s)",
      ")",
      "INSERT INTO %s",
      "CALL SESSION_ID()",
      "SELECT CASE WHEN AUTOCOMMIT() THEN 1 ELSE 0 END",
      List.of(),
      List.of("ROLLBACK"));

  private final String text;
  private final String time;
  private final String seconds;
  private final String tableEnd;
  private final String insertNew;
  private final String session;
  private final String commitsByItself;

  @SuppressWarnings("ImmutableEnumChecker") // Made by List.of.
  private final List<String> snapshot;

  @SuppressWarnings("ImmutableEnumChecker") // Made by List.of.
  private final List<String> snapshotEnd;

  Dialect(
      String text,
      String time,
      String seconds,
      String tableEnd,
      String insertNew,
      String session,
      String commitsByItself,
      List<String> snapshot,
      List<String> snapshotEnd) {
    this.text = text;
    this.time = time;
    this.seconds = seconds;
    this.tableEnd = tableEnd;
    this.insertNew = insertNew;
    this.session = session;
    this.commitsByItself = commitsByItself;
    this.snapshot = snapshot;
    this.snapshotEnd = snapshotEnd;
  }

  /**
   * Of a database, by the name that its driver gives it.
   *
   * @throws IllegalArgumentException if it is another one
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

  /** A column of so many characters, which are compared byte by byte. */
  String text(int characters) {
    return text.formatted(characters);
  }

  /** A column with a moment. */
  String time() {
    return time;
  }

  /** The moment in a column as seconds since 1970, with a fraction. */
  String seconds(String column) {
    return seconds.formatted(column);
  }

  /** What ends the statement that makes a table. */
  String tableEnd() {
    return tableEnd;
  }

  /** Inserts a row, or leaves the one that is there as it is. */
  String insertNew(String tableAndValues) {
    return insertNew.formatted(tableAndValues);
  }

  /**
   * Reads 1 if the server commits each statement of the session by itself. Empty for PostgreSQL,
   * whose server has no such setting. Its driver begins transactions, and learns from the end of
   * each answer whether one is open.
   */
  String commitsByItself() {
    return commitsByItself;
  }

  /**
   * Begins a transaction with one snapshot, and without a limit of the session on rows. Does not
   * rely on the driver's memory. Empty where the driver's methods are enough.
   */
  List<String> snapshot() {
    return snapshot;
  }

  /** Ends that transaction, and restores the session. */
  List<String> snapshotEnd() {
    return snapshotEnd;
  }

  /** Reads the number of the session, by which two connections are told apart. */
  String session() {
    return session;
  }
}
