package io.mintmark.gapless;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mintmark.rigs.EngineProcess;
import io.mintmark.store.jdbc.Engines;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.time.Duration;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mariadb.jdbc.MariaDbDataSource;

@Tag("long")
class MariaDbGaplessTest extends MySqlGaplessContract {

  private static EngineProcess engine;

  @BeforeAll
  static void start(@TempDir Path folder) throws Exception {
    engine = Engines.mariadb(folder);
  }

  @AfterAll
  static void stop() throws Exception {
    engine.close();
  }

  @Override
  DataSource database() {
    return BillingProcess.database(url());
  }

  /** MySQL's default modes refuse a date of zeros, even as the default of a column. */
  @Test
  void open_mySqlModes_createsTheTables() throws SQLException {
    MariaDbDataSource strict = new MariaDbDataSource(Engines.mariadbUrl(engine.port())
        + "&sessionVariables=sql_mode='ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,"
        + "NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'");
    GaplessNumbers numbers = GaplessNumbers.builder("strict").format("{seq:3}").open(strict);
    try (Connection connection = strict.getConnection();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      assertThat(numbers.next(connection, DAY).number()).isEqualTo(1);
      numbers.voidNumber(connection, "001", "a test");
      connection.commit();
      statement.execute("UPDATE mintmark_gapless_void SET voided_at = '2020-01-01 00:00:01'");
      statement.execute("UPDATE mintmark_gapless_void SET reason = 'another'");
      connection.commit();
      try (ResultSet row = statement.executeQuery("SELECT voided_at FROM mintmark_gapless_void")) {
        assertThat(row.next()).isTrue();
        assertThat(row.getString(1)).as("not of the row's last change").startsWith("2020-01-01");
      }
    }
    GaplessReport report = GaplessNumbers.check(strict, "strict", "SELECT '001' WHERE 1 = 0");
    assertThat(report.isComplete()).as(report.toString()).isTrue();
  }

  /**
   * The setting is MariaDB's default since 11.6: a transaction cannot change a row that changed
   * after its first read.
   */
  @Test
  void next_raisedSinceTheSnapshot_failsWithConflict() throws SQLException {
    GaplessNumbers invoices = invoices();
    try (Connection connection = begin();
        Connection other = begin();
        Statement statement = connection.createStatement()) {
      statement.execute("SET SESSION innodb_snapshot_isolation = ON");
      assertThat(invoices.next(connection, "a", DAY).number()).isEqualTo(1);
      connection.commit();
      statement.executeQuery("SELECT * FROM mintmark_gapless").close();
      assertThat(invoices.next(other, "a", DAY).number()).isEqualTo(2);
      other.commit();
      assertThatThrownBy(() -> invoices.next(connection, "a", DAY))
          .isInstanceOf(GaplessConflictException.class)
          .hasMessageContaining("Record has changed since last read");
      connection.rollback();
      assertThat(invoices.next(connection, "a", DAY).number()).isEqualTo(3);
      connection.rollback();
    }
  }

  /**
   * Another transaction inserts the row and does not commit. The additional connection waits for
   * that transaction.
   */
  @Test
  void next_counterRowNotCommitted_failsAtItsTimeout() throws SQLException {
    GaplessNumbers hasty = GaplessNumbers.builder("invoices")
        .format("INV-{tenant}-{year}-{seq:6}")
        .timeout(Duration.ofSeconds(1))
        .open(database());
    try (Connection holder = begin();
        Connection other = begin();
        Statement statement = holder.createStatement()) {
      statement.execute("INSERT INTO mintmark_gapless (name, tenant, period, last_number)"
          + " VALUES ('invoices', 'a', '2026', 0)");
      assertThatThrownBy(() -> hasty.next(other, "a", DAY))
          .isInstanceOf(GaplessConflictException.class)
          .hasMessageContaining("no number was given: roll back, and repeat the transaction")
          .as("before the engine's own 50 s")
          .hasCauseInstanceOf(SQLTimeoutException.class);
      other.rollback();
      holder.commit();
      assertThat(hasty.next(other, "a", DAY).number()).isEqualTo(1);
      other.rollback();
    }
  }

  @Override
  EngineProcess engine() {
    return engine;
  }

  @Override
  String url() {
    return Engines.mariadbUrl(engine.port());
  }

  @Override
  String mysqlUrl() {
    return Engines.mysqlUrl(engine.port());
  }

  /**
   * After a kill, MariaDB 11.4.5 sometimes rolls back a committed transaction: the counter has an
   * earlier value, but the documents with later numbers exist.
   */
  @Override
  void restart() throws SQLException {
    Engines.restartMariadb(engine);
    try (Connection connection = database().getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT (SELECT last_number FROM mintmark_gapless),"
            + " (SELECT MAX(number) FROM invoice)")) {
      row.next();
      String counted = "INV-a-2026-%06d".formatted(row.getLong(1));
      assumeTrue(
          counted.compareTo(row.getString(2)) >= 0,
          "skipped: needs a MariaDB that rolls back nothing that has ended");
    }
  }
}
