package io.mintmark.gapless;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.store.jdbc.Engines;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("long")
class PostgresGaplessTest extends ServerGaplessContract {

  private static EngineProcess engine;

  @BeforeAll
  static void start(@TempDir Path folder) throws Exception {
    engine = Engines.postgres(folder);
  }

  @AfterAll
  static void stop() throws Exception {
    engine.close();
  }

  @Override
  DataSource database() {
    return BillingProcess.database(url());
  }

  @Override
  EngineProcess engine() {
    return engine;
  }

  @Override
  String url() {
    // By default, PostgreSQL checks for deadlocks after one second.
    return Engines.postgresUrl(engine.port()) + "&options=-c%20deadlock_timeout=20ms";
  }

  @Override
  void restart() throws IOException {
    Engines.restartPostgres(engine);
  }

  @Override
  @Test
  void next_manyThreads_hasNoGapAndNoRepeat() throws Exception {
    super.next_manyThreads_hasNoGapAndNoRepeat();
  }

  @Override
  @Test
  void next_manyThreadsAtReadUncommitted_hasNoGapAndNoRepeat() throws Exception {
    super.next_manyThreadsAtReadUncommitted_hasNoGapAndNoRepeat();
  }

  @Override
  @Test
  void next_deadlocks_areReportedAndLeaveNoGap() throws Exception {
    super.next_deadlocks_areReportedAndLeaveNoGap();
  }

  /** The result looks like an exhausted counter, but must not be reported as exhausted. */
  @Test
  void next_triggerSuppressesTheWrite_throws() throws SQLException {
    GaplessNumbers invoices = invoices();
    try (Connection connection = begin();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE OR REPLACE FUNCTION nothing() RETURNS trigger LANGUAGE plpgsql"
          + " AS $$ BEGIN RETURN NULL; END $$");
      statement.execute("CREATE TRIGGER nothing BEFORE INSERT OR UPDATE ON mintmark_gapless"
          + " FOR EACH ROW EXECUTE FUNCTION nothing()");
      connection.commit();
      assertThatThrownBy(() -> invoices.next(connection, "a", DAY))
          .isInstanceOf(GaplessConflictException.class)
          .hasMessageContaining("the counter was not raised: rows=0");
      connection.rollback();
    }
  }

  /** A pool may return a connection that was switched. The other table has the same row. */
  @Test
  void next_connectionSwitchedToAnotherSchema_usesTheResolvedTable() throws SQLException {
    GaplessNumbers invoices = invoices();
    try (Connection connection = begin();
        Statement statement = connection.createStatement()) {
      write(connection, invoices.next(connection, "a", DAY).text());
      connection.commit();
      statement.execute("CREATE SCHEMA elsewhere");
      statement.execute(
          "CREATE TABLE elsewhere.mintmark_gapless (LIKE mintmark_gapless INCLUDING ALL)");
      statement.execute("INSERT INTO elsewhere.mintmark_gapless SELECT * FROM mintmark_gapless");
      write(connection, invoices.next(connection, "a", DAY).text());
      connection.commit();
      statement.execute("SET search_path = elsewhere");
      assertThat(invoices.next(connection, "a", DAY).number()).isEqualTo(3);
      connection.rollback();
      statement.execute("DROP SCHEMA elsewhere CASCADE");
      statement.execute("SET search_path = public");
      connection.commit();
    }
  }

  /** Its numbers would repeat in each connection. */
  @Test
  void open_temporaryTableHidesTheCounters_throws() throws SQLException {
    GaplessNumbers unused = invoices();
    try (Connection connection = database().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TEMPORARY TABLE mintmark_gapless"
          + " (LIKE public.mintmark_gapless INCLUDING ALL)");
      assertThatThrownBy(() -> invoices(handingOut(() -> kept(connection))))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("a temporary table of this connection hides the table");
    }
  }

  /** Otherwise an auditor would get a report without numbers. */
  @Test
  void check_userWithoutReadAccess_isReported() throws SQLException {
    GaplessNumbers invoices = invoices();
    try (Connection connection = begin();
        Statement statement = connection.createStatement()) {
      write(connection, invoices.next(connection, "a", DAY).text());
      statement.execute("CREATE ROLE auditor LOGIN");
      connection.commit();
      String url = Engines.postgresUrl(engine.port()).replace("user=postgres", "user=auditor");
      DataSource audited = handingOut(() -> DriverManager.getConnection(url));
      assertThatThrownBy(() -> GaplessNumbers.check(audited, "invoices", DOCUMENTS))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("permission denied for table mintmark_gapless_spec");
      statement.execute("GRANT SELECT ON ALL TABLES IN SCHEMA public TO auditor");
      connection.commit();
      GaplessReport report = GaplessNumbers.check(audited, "invoices", DOCUMENTS);
      assertThat(report.isComplete()).as(report.toString()).isTrue();
    }
  }

  @Override
  String killOthers() {
    return "SELECT 'SELECT pg_terminate_backend(' || pid || ')' FROM pg_stat_activity"
        + " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'";
  }
}
