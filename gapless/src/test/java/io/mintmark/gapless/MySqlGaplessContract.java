package io.mintmark.gapless;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mysql.cj.jdbc.MysqlDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** The tests for MariaDB and MySQL. Some of their statements commit the open transaction. */
abstract class MySqlGaplessContract extends ServerGaplessContract {

  /**
   * Returns the URL of the same database for MySQL's driver, which can report the session's state
   * without a query to the server.
   */
  abstract String mysqlUrl();

  private DataSource mysql() {
    MysqlDataSource source = new MysqlDataSource();
    source.setUrl(mysqlUrl() + "&useLocalSessionState=true");
    return source;
  }

  /** TRUNCATE and statements that change a table's definition commit the open transaction. */
  @Test
  void isHeld_implicitCommit_falseAndTheGapIsFound() throws SQLException {
    GaplessNumbers invoices = invoices();
    long number = 0;
    for (String sql : List.of("TRUNCATE TABLE notes", "ALTER TABLE notes COMMENT = 'x'")) {
      try (Connection connection = begin();
          Statement statement = connection.createStatement()) {
        statement.execute("CREATE TABLE IF NOT EXISTS notes (id INT)");
        connection.rollback();
        GaplessNumber taken = invoices.next(connection, "a", DAY);
        assertThat(taken.number()).isEqualTo(++number);
        assertThat(invoices.isHeld(connection, taken)).isTrue();
        statement.execute(sql);
        assertThat(invoices.isHeld(connection, taken)).as(sql).isFalse();
        connection.rollback();
      }
    }
    GaplessReport report = GaplessNumbers.check(database(), "invoices", DOCUMENTS);
    assertThat(report.counters().get(0).missingRanges()).containsExactly("1..2");
  }

  /** A pool may return a connection that was switched. The other table has the same row. */
  @Test
  void next_connectionSwitchedToAnotherDatabase_usesTheResolvedTable() throws SQLException {
    GaplessNumbers invoices = invoices();
    try (Connection connection = begin();
        Statement statement = connection.createStatement()) {
      String database = connection.getCatalog();
      write(connection, invoices.next(connection, "a", DAY).text());
      connection.commit();
      statement.execute("CREATE DATABASE elsewhere");
      statement.execute("CREATE TABLE elsewhere.mintmark_gapless LIKE mintmark_gapless");
      statement.execute("INSERT INTO elsewhere.mintmark_gapless SELECT * FROM mintmark_gapless");
      write(connection, invoices.next(connection, "a", DAY).text());
      connection.commit();
      statement.execute("USE elsewhere");
      assertThat(invoices.next(connection, "a", DAY).number()).isEqualTo(3);
      connection.rollback();
      statement.execute("DROP DATABASE elsewhere");
      connection.setCatalog(database);
      connection.commit();
    }
  }

  /** A rollback could not give the number back, whatever mode the driver reports. */
  @Test
  void next_serverAutoCommits_throws() throws SQLException {
    GaplessNumbers invoices = invoices(mysql());
    try (Connection connection = mysql().getConnection();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("SET SESSION autocommit = 1");
      assertThat(connection.getAutoCommit()).isFalse();
      assertThatThrownBy(() -> invoices.next(connection, "a", DAY))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("commits each statement by itself");
      statement.execute("SET SESSION autocommit = 0");
      assertThat(invoices.next(connection, "a", DAY).number()).isEqualTo(1);
      connection.rollback();
    }
  }

  /**
   * The recorded format must be committed even if a pool returns a connection with an open
   * transaction.
   */
  @Test
  void open_poolWithOpenTransactions_writesTheFormat() throws SQLException {
    for (String left :
        List.of("START TRANSACTION", "SET autocommit = 0", "SET SESSION sql_select_limit = 0")) {
      DataSource hostile = handingOut(() -> {
        Connection connection = mysql().getConnection();
        try (Statement statement = connection.createStatement()) {
          statement.execute(left);
        }
        return connection;
      });
      empty();
      GaplessNumbers invoices = invoices(hostile);
      try (Connection connection = begin()) {
        assertThat(invoices.next(connection, "a", DAY).number()).isEqualTo(1);
        write(connection, "INV-a-2026-000001");
        connection.commit();
      }
      GaplessReport report = GaplessNumbers.check(hostile, "invoices", DOCUMENTS);
      assertThat(report.isComplete()).as(left).isTrue();
      assertThat(report.read()).as(left).isEqualTo(1);
      assertThatThrownBy(
              () -> GaplessNumbers.builder("invoices").format("X-{seq:6}").open(database()))
          .hasMessageContaining("found='INV-{tenant}-{year}-{seq:6}'");
    }
  }

  @Override
  String killOthers() {
    return "SELECT CONCAT('KILL ', id) FROM information_schema.processlist"
        + " WHERE id <> CONNECTION_ID() AND command IN ('Query', 'Sleep') AND user = 'root'";
  }
}
