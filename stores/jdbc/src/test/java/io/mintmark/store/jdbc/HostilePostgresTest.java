package io.mintmark.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.LineStore;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.store.jdbc.HostileSource.State;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;

/** PostgreSQL, through HikariCP and through its driver's own DataSource. */
@Tag("long")
final class HostilePostgresTest extends HostileSessionsContract {

  private static EngineProcess engine;
  private static List<DataSource> pools;

  @BeforeAll
  static void start(@TempDir Path folder) throws Exception {
    engine = Engines.postgres(folder);
    String url = Engines.postgresUrl(engine.port());
    pools = List.of(
        pool(url, true),
        pool(url, false),
        direct(url),
        pool(url + "&readOnlyMode=always&preferQueryMode=simple", true),
        direct(url + "&autosave=always&prepareThreshold=1&defaultRowFetchSize=1"));
    JdbcStore.builder().url(url).open().close();
    Engines.run(
        url,
        "CREATE SCHEMA elsewhere",
        "CREATE ROLE tenant",
        "GRANT SELECT, INSERT, UPDATE ON mintmark_line TO tenant",
        "CREATE DATABASE other");
  }

  private static DataSource direct(String url) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(url);
    return source;
  }

  @AfterAll
  static void end() {
    if (engine != null) {
      engine.close();
    }
  }

  @Test
  void open_temporaryTableOfTheName_isIgnored() throws Exception {
    DataSource source = new HostileSource(
            List.of(fresh()),
            List.of(State.after("CREATE TEMPORARY TABLE mintmark_line"
                + " (LIKE public.mintmark_line INCLUDING ALL)")))
        .source();
    String line = "temporary/" + System.nanoTime();
    for (long start = 0; start < 3; start++) {
      try (LineStore store = JdbcStore.builder().dataSource(source).open()) {
        assertThat(store.claim(line, 0, 1)).isEqualTo(start);
      }
    }
  }

  @Test
  void claim_triggerSuppressesTheRow_failsWithMessage() throws Exception {
    try (JdbcStore store = JdbcStore.builder().url(url()).table("suppressed").open()) {
      run(
          "CREATE FUNCTION nothing() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
              + " IF NEW.name = 'a' THEN RETURN NULL; END IF; RETURN NEW; END $$",
          "CREATE TRIGGER nothing BEFORE INSERT OR UPDATE ON suppressed"
              + " FOR EACH ROW EXECUTE FUNCTION nothing()");
      assertThatThrownBy(() -> store.claim("a", 0, 1))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining(
              "the engine answered no row: line=a; a trigger, a rule or a policy");
      assertThat(store.claim("b", 0, 1)).isZero();
    }
  }

  /** Lines that a policy hides would look unused. */
  @Test
  void open_rowLevelSecurityHidesLines_isRefused() throws Exception {
    String mine = "elsewhere.hidden";
    JdbcStore.builder().url(url()).table(mine).open().close();
    run(
        "CREATE ROLE hindered LOGIN",
        "GRANT USAGE ON SCHEMA elsewhere TO hindered",
        "GRANT SELECT, INSERT, UPDATE ON " + mine + " TO hindered",
        "ALTER TABLE " + mine + " ENABLE ROW LEVEL SECURITY");
    assertThatThrownBy(() -> JdbcStore.builder()
            .url(url().replace("user=postgres", "user=hindered"))
            .table(mine)
            .open())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("row-level security hides lines from this user");
  }

  @Override
  String url() {
    return Engines.postgresUrl(engine.port());
  }

  @Override
  List<DataSource> pools() {
    return pools;
  }

  @Override
  DataSource fresh() {
    return direct(url());
  }

  @Override
  String table() {
    return "public.mintmark_line";
  }

  @Override
  State switched() {
    return new State("setSchema", connection -> connection.setSchema("elsewhere"));
  }

  @Override
  DataSource otherDatabase() {
    return direct(url().replace("/postgres?", "/other?"));
  }

  @Override
  void endConnections() throws SQLException {
    run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        + " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()");
  }

  @Override
  List<State> states() {
    List<State> states = new ArrayList<>(List.of(
        State.after("BEGIN"),
        State.after("BEGIN ISOLATION LEVEL SERIALIZABLE READ ONLY", "SELECT 1"),
        State.after("SET client_min_messages = error", "BEGIN"),
        State.after("BEGIN", "SELECT 1 / 0"),
        State.after("BEGIN", "INSERT INTO mintmark_line VALUES ('left', 1, '', now())"),
        switched(),
        State.after("SET search_path = ''"),
        State.after("CREATE TEMPORARY TABLE IF NOT EXISTS mintmark_line"
            + " (LIKE public.mintmark_line INCLUDING ALL)"),
        State.after("SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY"),
        new State("setReadOnly", connection -> connection.setReadOnly(true)),
        State.after("SET ROLE tenant"),
        State.after("SET synchronous_commit = off"),
        State.after("SET standard_conforming_strings = off", "SET bytea_output = escape"),
        State.after("SET timezone = 'Asia/Kathmandu'"),
        new State("setAutoCommit(false)", connection -> connection.setAutoCommit(false)),
        new State("a transaction of the driver's", connection -> {
          connection.setAutoCommit(false);
          connection.createStatement().execute("SELECT 1");
        })));
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
}
