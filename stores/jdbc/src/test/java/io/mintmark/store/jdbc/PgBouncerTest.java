package io.mintmark.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.Mintmark;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.access.MintmarkAccess;
import io.mintmark.internal.store.LineStore;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.store.EngineLife;
import io.mintmark.testkit.Race;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A PostgreSQL that commits asynchronously by default, behind a PgBouncer that gives each
 * transaction any free session of its four.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("long")
final class PgBouncerTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final Duration BOUND = Duration.ofMinutes(2);

  /** More executions than a driver needs before it prepares a statement by name. */
  private static final int OFTEN = 20;

  private static final int SESSIONS = 4;

  /** The longest window plus the margin of the clocks. */
  private static final Duration WAIT = Duration.ofSeconds(15);

  @TempDir
  static Path folder;

  private EngineProcess engine;

  @BeforeAll
  void startEngine() throws Exception {
    engine = Engines.postgres(folder.resolve("postgres"));
    // Commits that no client waits for stay in memory for ten seconds.
    Engines.run(
        Engines.postgresUrl(engine.port()),
        "ALTER SYSTEM SET synchronous_commit = off",
        "ALTER SYSTEM SET wal_writer_delay = '10s'",
        "CREATE SCHEMA elsewhere",
        "SELECT pg_reload_conf()");
  }

  @AfterAll
  void endEngine() {
    if (engine != null) {
      engine.close();
    }
  }

  private EngineProcess pooler(String mode) throws Exception {
    return PgBouncer.start(folder.resolve(mode), engine.port(), mode);
  }

  private static JdbcStore open(EngineProcess pooler, String table) {
    return JdbcStore.builder()
        .url(Engines.postgresUrl(pooler.port()))
        .table(table)
        .timeout(TIMEOUT)
        .strict(true)
        .open();
  }

  /**
   * Two stores share the sessions. So a statement name of one store may be mistaken for that of the
   * other.
   */
  @ParameterizedTest
  @ValueSource(strings = {"transaction", "session"})
  void everyCall_twoStoresOnOnePool_workInTurn(String mode) throws Exception {
    String table = "shared_" + mode;
    try (EngineProcess pooler = pooler(mode);
        LineStore one = open(pooler, table);
        LineStore two = open(pooler, table)) {
      for (int i = 0; i < OFTEN; i++) {
        for (LineStore store : List.of(one, two)) {
          long start = store.claim("a", 0, 1);
          assertThat(store.position("a")).isEqualTo(start + 1);
          assertThat(store.compareAndSet("a", start, start + 2)).isFalse();
          assertThat(store.compareAndSet("a", start + 1, start + 2)).isTrue();
          store.annotate("a", "it's \\ ? ü ; COMMIT");
          assertThat(store.lines("")).singleElement().satisfies(line -> {
            assertThat(line.note()).isEqualTo("it's \\ ? ü ; COMMIT");
          });
          assertThat(store.now()).isPresent();
        }
      }
      assertThat(one.claim("a", 0, 1)).isEqualTo(4 * OFTEN);
    }
  }

  /**
   * Settings are changed for a whole session only if no other client can get the same server
   * process.
   */
  @ParameterizedTest
  @ValueSource(strings = {"transaction", "session"})
  void process_throughAPooler_isNotReportedAsDirect(String mode) throws Exception {
    try (EngineProcess pooler = pooler(mode)) {
      for (int i = 0; i < OFTEN; i++) {
        assertThat(isDirect(pooler)).isFalse();
      }
      assertThat(isDirect(engine)).isTrue();
    }
  }

  private static boolean isDirect(EngineProcess server) throws SQLException {
    try (Connection connection = DriverManager.getConnection(Engines.postgresUrl(server.port()));
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("SELECT pg_backend_pid()")) {
      result.next();
      return DirectBackend.driver(connection).orElseThrow().isProcess(result.getString(1));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"transaction", "session"})
  void claim_sharedSessions_commitsSynchronouslyEachTime(String mode) throws Exception {
    String table = "watched_" + mode;
    String log = "log_" + mode;
    try (EngineProcess pooler = pooler(mode);
        JdbcStore store = open(pooler, table)) {
      Engines.run(
          Engines.postgresUrl(engine.port()),
          "CREATE TABLE " + log + " (waits text, lock_timeout text, isolation text)",
          "CREATE FUNCTION " + log + "() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
              + " INSERT INTO " + log + " VALUES (current_setting('synchronous_commit'),"
              + " current_setting('lock_timeout'), current_setting('transaction_isolation'));"
              + " RETURN NEW; END $$",
          "CREATE TRIGGER watch BEFORE INSERT OR UPDATE ON " + table
              + " FOR EACH ROW EXECUTE FUNCTION " + log + "()");
      Race.run(8, index -> {
        for (int i = 0; i < OFTEN; i++) {
          store.claim("line/" + index, 0, 1);
          store.compareAndSet("other/" + index, 2L * i, 2L * i + 2);
          takeASession(pooler);
        }
        return 0;
      });
      assertThat(ask(
              engine,
              "SELECT DISTINCT waits || ',' || lock_timeout || ',' || isolation" + " FROM " + log))
          .containsExactly("on,4500ms,read committed");
    }
  }

  /**
   * Runs a transaction of another client, which changes the session's settings and does not reset
   * them.
   */
  private static void takeASession(EngineProcess pooler) {
    try (Connection connection = DriverManager.getConnection(Engines.postgresUrl(pooler.port()));
        Statement statement = connection.createStatement()) {
      statement.execute("SET synchronous_commit = off; SET lock_timeout = '1h';"
          + " SET default_transaction_isolation = 'serializable';"
          + " SET search_path = elsewhere");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<String> ask(EngineProcess server, String sql) throws SQLException {
    List<String> answers = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection(Engines.postgresUrl(server.port()));
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      while (result.next()) {
        answers.add(result.getString(1));
      }
    }
    return answers;
  }

  @Test
  void claim_transactionPooling_keepsSettingsOfOtherClients() throws Exception {
    try (EngineProcess pooler = pooler("transaction");
        JdbcStore store = open(pooler, "polite")) {
      Race.run(8, index -> store.claim("line/" + index, 0, 1));
      store.position("line/0");
      List<Connection> all = new ArrayList<>();
      try {
        for (int i = 0; i < SESSIONS; i++) {
          Connection connection = DriverManager.getConnection(Engines.postgresUrl(pooler.port()));
          all.add(connection);
          // Keeps its session, so that the next connection gets another session.
          connection.setAutoCommit(false);
          try (Statement statement = connection.createStatement();
              ResultSet result = statement.executeQuery(
                  "SELECT current_setting('statement_timeout'), current_setting('lock_timeout'),"
                      + " current_setting('synchronous_commit')")) {
            result.next();
            assertThat(List.of(result.getString(1), result.getString(2), result.getString(3)))
                .containsExactly("0", "0", "off");
          }
        }
      } finally {
        for (Connection each : all) {
          each.close();
        }
      }
    }
  }

  @Test
  void claim_transactionPoolingAndEngineKilled_keepsAcknowledgedClaims() throws Exception {
    long[] ends = new long[8];
    AtomicInteger claims = new AtomicInteger();
    try (EngineProcess pooler = pooler("transaction");
        JdbcStore store = open(pooler, "killed")) {
      Race.run(ends.length + 1, index -> {
        if (index == ends.length) {
          long deadline = System.nanoTime() + BOUND.toNanos();
          while (claims.get() < 50 * ends.length && System.nanoTime() < deadline) {
            takeASession(pooler);
          }
          engine.kill();
          return 0;
        }
        while (true) {
          try {
            ends[index] = store.claim("line/" + index, 0, 1) + 1;
            claims.incrementAndGet();
          } catch (StoreUnavailableException e) {
            return 0;
          }
        }
      });
      Engines.restartPostgres(engine);
      Engines.awaitReady(Engines.postgresUrl(engine.port()));
      assertThat(claims).hasValueGreaterThanOrEqualTo(50 * ends.length);
      for (int i = 0; i < ends.length; i++) {
        String line = "line/" + i;
        assertThat(JdbcStoreContract.eventually(() -> store.claim(line, 0, 1)))
            .as("%s, of %s claims", line, claims)
            .isGreaterThanOrEqualTo(ends[i]);
      }
    }
  }

  /**
   * A pooler keeps its clients' connections when the engine restarts. So only the engine itself can
   * show the restart.
   */
  @Test
  void snowflake_engineRestartedBeforeTheFirstClaim_waitsOnlyForThat() throws Exception {
    String direct = Engines.postgresUrl(engine.port());
    fsync("off");
    try (EngineProcess pooler = pooler("transaction");
        Mintmark near = Mintmark.open(direct + "&table=reborn&new=true");
        Mintmark far =
            Mintmark.open(Engines.postgresUrl(pooler.port()) + "&table=reborn_pooled&new=true")) {
      List<Mintmark> both = List.of(near, far);
      List<String> lives = new ArrayList<>();
      for (Mintmark mint : both) {
        EngineLife life = life(mint);
        assertThat(life.began()).as("of a new table").isEqualTo(Instant.EPOCH);
        assertThat(life(mint).id()).as("of one life").isEqualTo(life.id());
        lives.add(life.id());
      }

      engine.kill();
      Engines.restartPostgres(engine);
      Engines.awaitReady(direct);

      Instant cameUp = cameUp();
      List<Instant> first = Race.run(both.size(), index -> {
        EngineLife life = life(both.get(index));
        assertThat(life.id()).isNotEqualTo(lives.get(index));
        assertThat(life.began()).isEqualTo(cameUp);
        return firstSnowflake(both.get(index));
      });
      for (Instant each : first) {
        assertThat(each).isBetween(cameUp.plus(WAIT), cameUp.plus(WAIT.multipliedBy(2)));
      }
    } finally {
      fsync("on");
    }
  }

  private void fsync(String value) throws Exception {
    String direct = Engines.postgresUrl(engine.port());
    Engines.run(direct, "ALTER SYSTEM SET fsync = " + value, "SELECT pg_reload_conf()");
    long deadline = System.nanoTime() + BOUND.toNanos();
    while (!ask(engine, "SHOW fsync").equals(List.of(value))) {
      assertThat(System.nanoTime()).as("fsync=%s", value).isLessThan(deadline);
    }
  }

  private Instant cameUp() throws SQLException {
    String micros = ask(
            engine, "SELECT (extract(epoch from pg_postmaster_start_time()) * 1000000)::bigint")
        .get(0);
    return Instant.EPOCH.plus(Long.parseLong(micros), ChronoUnit.MICROS);
  }

  private static EngineLife life(Mintmark mint) {
    long deadline = System.nanoTime() + BOUND.toNanos();
    while (true) {
      try {
        return MintmarkAccess.storeOf(mint).life(List.of("worker/users/0")).orElseThrow();
      } catch (StoreUnavailableException e) {
        assertThat(System.nanoTime()).as(e.getMessage()).isLessThan(deadline);
      }
    }
  }

  /** Makes the first Snowflake, and returns the time. */
  private static Instant firstSnowflake(Mintmark mint) {
    JdbcStoreContract.eventually(() -> mint.snowflake("users").next());
    return Instant.now();
  }

  /** The engine reports a commit, with a warning that the standby may lack it. */
  @Test
  void claim_waitForTheStandbyCancelled_isBurned() throws Exception {
    String direct = Engines.postgresUrl(engine.port());
    List<Long> ends;
    String silent =
        Engines.postgresUrl(engine.port()) + "&options=-c%20client_min_messages%3Derror";
    try (JdbcStore store =
        JdbcStore.builder().url(silent).table("replicated").timeout(TIMEOUT).open()) {
      store.claim("a", 0, 1);
      Engines.run(
          direct,
          "ALTER SYSTEM SET synchronous_standby_names = 'nobody'",
          "SELECT pg_reload_conf()");
      try {
        // Each of the engine's processes learns of the standby at its own time.
        ends = Race.run(2, index -> index == 0 ? claimUntilRefused(store) : cancelTheWait());
      } finally {
        Engines.run(
            direct,
            "SET synchronous_commit = local",
            "ALTER SYSTEM RESET synchronous_standby_names",
            "SELECT pg_reload_conf()");
      }
      assertThat(JdbcStoreContract.eventually(() -> store.claim("a", 0, 1)))
          .as("what was refused is burned")
          .isEqualTo(ends.get(0) + 1);
    }
  }

  /** Returns the line's position after the last answered claim. */
  private static long claimUntilRefused(JdbcStore store) {
    long end = 1;
    while (true) {
      try {
        end = store.claim("a", 0, 1) + 1;
      } catch (StoreUnavailableException e) {
        assertThat(e).hasMessageContaining("came with a warning");
        return end;
      }
    }
  }

  private long cancelTheWait() {
    long deadline = System.nanoTime() + BOUND.toNanos();
    try {
      while (System.nanoTime() < deadline) {
        if (!ask(
                engine,
                "SELECT pg_cancel_backend(pid) FROM pg_stat_activity"
                    + " WHERE wait_event = 'SyncRep'")
            .isEmpty()) {
          return 0;
        }
        LockSupport.parkNanos(10_000_000);
      }
      throw new AssertionError("nothing waited for the standby");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
