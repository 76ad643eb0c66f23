package io.mintmark.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.rigs.BreakableNetwork;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.store.Line;
import io.mintmark.store.engine.OpenSettings;
import io.mintmark.store.engine.StoreContext;
import io.mintmark.testkit.Race;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.ds.PGSimpleDataSource;

final class PostgresStoreTest extends JdbcStoreContract {

  /** Fewer than the driver calls between two checks for the table. */
  private static final int CALLS_BETWEEN = 3;

  private static final OpenSettings SETTINGS =
      new OpenSettings("test", SHORT, SHORT, false, StoreContext.system());

  @TempDir
  static Path folder;

  @Override
  EngineProcess start() throws Exception {
    return Engines.postgres(folder);
  }

  @Override
  String url(int port) {
    return Engines.postgresUrl(port);
  }

  @Override
  DataSource dataSource() {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(url());
    return source;
  }

  @Override
  void makeGuardedUser() throws SQLException {
    run(
        "CREATE ROLE guarded LOGIN PASSWORD 'right'",
        "CREATE SCHEMA elsewhere",
        "GRANT USAGE ON SCHEMA elsewhere TO guarded");
  }

  @Override
  String bareUrl() {
    return "jdbc:postgresql://127.0.0.1:" + engine.port() + "/postgres";
  }

  @Override
  String otherSchema() {
    return "elsewhere";
  }

  @Override
  String guarded() {
    return " TO guarded";
  }

  @Override
  void endIdleConnections() throws SQLException {
    run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        + " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()");
  }

  @Test
  @Tag("long")
  void open_engineThatMayLoseClaims_warnsOrRefuses() throws Exception {
    open(url()).close();
    setAndReload("fsync", "off");
    setAndReload("full_page_writes", "off");
    try {
      try (JdbcStore store = open(url())) {
        assertThat(store.canLoseAcknowledgedWrites()).isTrue();
        assertThat(store.life(List.of("worker/users/0")).orElseThrow().began())
            .isAfterOrEqualTo(cameUp());
        assertThat(store.durability().risks())
            .contains("fsync=off: everything, in a power cut", "full_page_writes=off");
      }
      assertThatThrownBy(() -> open(with(url(), "strict=true")))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("fsync=off");
    } finally {
      setAndReload("fsync", "on");
      setAndReload("full_page_writes", "on");
    }
  }

  /** Many processes that open a new database together do this to each other. */
  @Test
  @Tag("long")
  void open_tableCreatedConcurrently_bothUseIt() throws Exception {
    setAndReload("fsync", "off");
    try {
      boolean met = true;
      for (int call = 1; met; call += CALLS_BETWEEN) {
        run("DROP TABLE IF EXISTS opened");
        TroubledSource troubled = new TroubledSource(dataSource());
        troubled.runAt(call, () -> opened(dataSource()).close());
        try (JdbcStore store = opened(troubled.source)) {
          assertThat(store.claim("a", 0, 1)).isZero();
        }
        met = troubled.hasFailed();
      }
    } finally {
      setAndReload("fsync", "on");
    }
  }

  private static JdbcStore opened(DataSource source) {
    return JdbcStore.builder().dataSource(source).table("opened").open();
  }

  /** Fails about one in ten of the driver calls that open a store with a new table. */
  @Test
  @Tag("long")
  void open_driverFailsAtAnyCall_leavesNothingOpen() throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    setAndReload("fsync", "off");
    try {
      boolean failed = true;
      for (int call = 1; failed; call += 1 + random.nextInt(20)) {
        run("DROP TABLE IF EXISTS opened");
        TroubledSource troubled = new TroubledSource(dataSource());
        troubled.failAt(call, () -> new IllegalStateException("as the test requested"));
        try (JdbcStore store = JdbcStore.builder()
            .dataSource(troubled.source)
            .table("opened")
            .timeout(BOUND)
            .open()) {
          assertThat(store.claim("a", 0, 1)).isZero();
        } catch (StoreUnavailableException e) {
          assertThat(troubled.hasFailed()).as(e.getMessage()).isTrue();
        }
        failed = troubled.hasFailed();
        DriverErrors.awaitOpen(troubled, 0);
        for (Thread writer : writers()) {
          writer.join(BOUND.toMillis());
          assertThat(writer.isAlive())
              .as("after a failure at call %s, seed=%s", call, seed)
              .isFalse();
        }
      }
    } finally {
      setAndReload("fsync", "on");
    }
  }

  /** Returns the writers' threads. A writer ends only a moment after its store is closed. */
  private static List<Thread> writers() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("mintmark-writer"))
        .toList();
  }

  private Instant cameUp() throws SQLException {
    try (Connection connection = DriverManager.getConnection(url());
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT pg_postmaster_start_time()")) {
      row.next();
      return row.getTimestamp(1).toInstant();
    }
  }

  @Test
  void open_serverCommitsAsynchronously_setsItsSessionsSynchronous() throws Exception {
    setAndReload("synchronous_commit", "off");
    try (JdbcStore store = open(with(url(), "strict=true"))) {
      assertThat(store.durability().settings()).anySatisfy(setting -> {
        assertThat(setting.name()).isEqualTo("synchronous_commit");
        assertThat(setting.value()).isEqualTo("on");
      });
      assertThat(store.canLoseAcknowledgedWrites()).isFalse();
    } finally {
      setAndReload("synchronous_commit", "on");
    }
  }

  /** A claim on such a table fails, or another table answers it. */
  @ParameterizedTest
  @ValueSource(strings = {"PARTITION BY HASH (name)", "DEFERRABLE", "RULE"})
  void open_tableThatTakesNoClaims_isRefused(String how) throws Exception {
    String key = how.equals("DEFERRABLE") ? "PRIMARY KEY DEFERRABLE" : "PRIMARY KEY";
    run(
        "DROP TABLE IF EXISTS unfit",
        "CREATE TABLE unfit (name varchar(200) COLLATE \"C\" " + key + ", next bigint NOT NULL,"
            + " note varchar(1000) NOT NULL, updated_at timestamp with time zone NOT NULL) "
            + (how.startsWith("PARTITION") ? how : ""));
    if (how.equals("RULE")) {
      run("CREATE RULE ignored AS ON INSERT TO unfit WHERE NEW.name = 'x' DO INSTEAD NOTHING");
    }

    assertThatThrownBy(() -> open(with(url(), "table=unfit")))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("the table of lines differs from the one that Mintmark creates");
  }

  @Test
  void open_unloggedTable_isRefused() throws Exception {
    open(with(url(), "table=unlogged")).close();
    run("ALTER TABLE unlogged SET UNLOGGED");

    assertThatThrownBy(() -> open(with(url(), "table=unlogged")))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("partitioned, unlogged, or with rules");
  }

  @Test
  @Tag("long")
  void open_serverInRecovery_throws() throws Exception {
    Path mark = engine.directory().resolve("data/standby.signal");
    engine.kill();
    Files.createFile(mark);
    try {
      Engines.restartPostgres(engine);
      Engines.awaitReady(url());
      assertThatThrownBy(() -> open(url()))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("the server is a standby");
      try (Connection connection = DriverManager.getConnection(url())) {
        connection.setAutoCommit(false);
        Connector given = Connector.of(new KeptOpen(connection));
        assertThatThrownBy(
                () -> Session.open(given, new Place(new TableName("", "kept")), SHORT, SETTINGS))
            .hasMessageContaining("the server is a standby");
        assertThat(connection.getAutoCommit()).isFalse();
        assertThat(show(connection, "lock_timeout")).isEqualTo("0");
      }
    } finally {
      engine.kill();
      Files.delete(mark);
      Engines.restartPostgres(engine);
      Engines.awaitReady(url());
    }
  }

  @Test
  void close_callersConnection_restoresItsSettings() throws Exception {
    try (Connection connection = DriverManager.getConnection(url());
        Statement statement = connection.createStatement()) {
      statement.execute("SET lock_timeout = '7s'; SET synchronous_commit = off;"
          + " SET default_transaction_isolation = 'serializable'");
      connection.setAutoCommit(false);
      Session session = Session.open(
          Connector.of(new KeptOpen(connection)),
          new Place(new TableName("", "kept")),
          SHORT,
          SETTINGS);
      assertThat(connection.getAutoCommit()).isTrue();
      assertThat(show(connection, "lock_timeout")).isEqualTo("3600ms");

      session.giveBack(SETTINGS.deadline());

      assertThat(connection.getAutoCommit()).isFalse();
      assertThat(show(connection, "lock_timeout")).isEqualTo("7s");
      assertThat(show(connection, "statement_timeout")).isEqualTo("0");
      assertThat(show(connection, "synchronous_commit")).isEqualTo("off");
      assertThat(show(connection, "client_min_messages")).isEqualTo("notice");
      assertThat(show(connection, "transaction_isolation")).isEqualTo("serializable");
      assertThat(connection.getNetworkTimeout()).isZero();
    }
  }

  @Test
  void claim_engineWithOtherSettings_setsThemInItsTransaction() throws Exception {
    String url = with(
        url(),
        "table=watched&options=-c%20synchronous_commit=off"
            + "%20-c%20default_transaction_isolation=serializable");
    try (JdbcStore store = open(url)) {
      run(
          "CREATE TABLE watch_log (settings text)",
          "CREATE FUNCTION watch() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
              + " INSERT INTO watch_log VALUES (concat_ws(',',"
              + " current_setting('synchronous_commit'), current_setting('lock_timeout'),"
              + " current_setting('statement_timeout'),"
              + " current_setting('transaction_isolation'))); RETURN NEW; END $$",
          "CREATE TRIGGER watch BEFORE INSERT OR UPDATE ON watched"
              + " FOR EACH ROW EXECUTE FUNCTION watch()");
      Race.run(8, index -> {
        for (int i = 0; i < 20; i++) {
          store.claim("line/" + index, 0, 1);
          assertThat(store.compareAndSet("other/" + index, i, i + 1)).isTrue();
        }
        return 0;
      });
      store.annotate("line/0", "it's \\ ? ü ; COMMIT");
      assertThat(store.lines("line/0"))
          .singleElement()
          .extracting(Line::note)
          .isEqualTo("it's \\ ? ü ; COMMIT");
    }
    try (Connection connection = DriverManager.getConnection(url());
        Statement statement = connection.createStatement();
        ResultSet logged = statement.executeQuery("SELECT DISTINCT settings FROM watch_log")) {
      assertThat(Dialect.read(logged)).containsExactly(List.of("on,3600ms,3600ms,read committed"));
    }
  }

  /**
   * This could happen behind an undetected pooler, which gives the session to other clients too.
   */
  @Test
  void everyWrite_sessionChanged_throwsAndTheNextSessionWorks() throws Exception {
    try (JdbcStore store = open(with(url(), "table=disturbed"))) {
      store.claim("a", 0, 1);
    }
    JdbcUrl url = JdbcUrl.of(JdbcUrl.parse(url()));
    for (String setting : List.of("synchronous_commit = off", "client_min_messages = error")) {
      Session session = Session.open(
          Connector.of(url, url.properties(SHORT)),
          new Place(new TableName("", "disturbed")),
          SHORT,
          SETTINGS);
      Dialect dialect = session.dialect;
      session.run("SET " + setting);
      for (String answer : List.of("", " RETURNING next")) {
        assertThatThrownBy(
                () -> dialect.write(session, "UPDATE disturbed SET next = next + ?" + answer, 1L))
            .isInstanceOf(StoreUnavailableException.class)
            .hasMessageContaining("other code uses this session");
      }
      session.tearDown();
    }
    try (JdbcStore store = open(with(url(), "table=disturbed"))) {
      assertThat(store.claim("a", 0, 1)).as("what was refused is burned").isEqualTo(5);
    }
  }

  @Test
  void claim_oneAfterTheOther_needsOneRoundTripEach() {
    try (BreakableNetwork network = BreakableNetwork.to(engine.port());
        JdbcStore store = open(with(url(network.port()), "table=counted"))) {
      store.claim("a", 0, 1);
      long before = network.roundTrips();
      for (int i = 0; i < 100; i++) {
        store.claim("a", 0, 1);
      }
      assertThat(network.roundTrips() - before).isEqualTo(100);

      long beforeAll = network.roundTrips();
      Race.run(16, index -> {
        for (int i = 0; i < 20; i++) {
          store.claim("a/" + index, 0, 1);
        }
        return 0;
      });
      assertThat(network.roundTrips() - beforeAll).isBetween(20L, 16 * 20L);
    }
  }

  @Test
  void open_readOnlyDatabase_isRefused() throws Exception {
    setAndReload("default_transaction_read_only", "on");
    try {
      assertThatThrownBy(() -> open(url()))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("the database accepts no writes: transaction_read_only=on");
    } finally {
      setAndReload("default_transaction_read_only", "off");
    }
  }

  @Test
  void claim_databaseReadOnlyForAWhile_failsWithMessageAndRecovers() throws Exception {
    try (JdbcStore store = open(with(url(), "table=frozen"))) {
      store.claim("a", 0, 1);
      setAndReload("default_transaction_read_only", "on");
      try {
        for (int i = 0; i < 3; i++) {
          assertThatThrownBy(() -> store.claim("a", 0, 1))
              .isInstanceOf(StoreUnavailableException.class)
              .hasMessageMatching("(?s).*(read-only transaction|accepts no writes).*");
        }
      } finally {
        setAndReload("default_transaction_read_only", "off");
      }
      assertThat(eventually(() -> store.claim("a", 0, 1))).isEqualTo(1);
    }
  }

  @Test
  void bound_anyText_isUnchanged() throws Exception {
    for (String text : List.of("", "a", "it's", "\\", "?", "; DROP TABLE x --", "ü€𝄞", "$$")) {
      try (Connection connection = DriverManager.getConnection(url());
          Statement statement = connection.createStatement();
          ResultSet result = statement.executeQuery(PostgreSql.bound("SELECT ?, ?", text, 7L))) {
        result.next();
        assertThat(result.getString(1)).isEqualTo(text);
        assertThat(result.getLong(2)).isEqualTo(7);
      }
    }
  }

  private static String show(Connection connection, String setting) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("SHOW " + setting)) {
      result.next();
      return result.getString(1);
    }
  }

  /**
   * Waits until a new server process has read the setting, because each process reads it at its own
   * time.
   */
  private void setAndReload(String setting, String value) throws Exception {
    run("ALTER SYSTEM SET " + setting + " = " + value, "SELECT pg_reload_conf()");
    long deadline = System.nanoTime() + SHORT.multipliedBy(10).toNanos();
    while (true) {
      try (Connection connection = DriverManager.getConnection(url())) {
        if (show(connection, setting).equals(value)) {
          return;
        }
      }
      assertThat(System.nanoTime()).as(setting).isLessThan(deadline);
    }
  }
}
