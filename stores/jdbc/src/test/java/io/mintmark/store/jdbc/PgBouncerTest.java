package io.mintmark.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.StoreUnavailableException;
import io.mintmark.store.ClaimStore;
import io.mintmark.testkit.EngineProcess;
import io.mintmark.testkit.Race;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A PostgreSQL that commits asynchronously by itself, behind a PgBouncer that gives each
 * transaction whichever of its four sessions is free.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class PgBouncerTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final Duration BOUND = Duration.ofSeconds(30);

  /** More than a driver waits for before it prepares a statement by name. */
  private static final int OFTEN = 20;

  private static final int SESSIONS = 4;

  @TempDir
  static Path folder;

  private EngineProcess engine;

  @BeforeAll
  void startEngine() throws Exception {
    engine = Engines.postgres(folder.resolve("postgres"));
    // What is not waited for stays in memory for ten seconds.
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

  /** Two stores share the sessions, so that a name prepared by one is taken for the other. */
  @ParameterizedTest
  @ValueSource(strings = {"transaction", "session"})
  void everyCall_twoStoresOnOnePool_workInTurn(String mode) throws Exception {
    String table = "shared_" + mode;
    try (EngineProcess pooler = pooler(mode);
        ClaimStore one = open(pooler, table);
        ClaimStore two = open(pooler, table)) {
      for (int i = 0; i < OFTEN; i++) {
        for (ClaimStore store : List.of(one, two)) {
          long start = store.claim("a", 0, 1);
          assertThat(store.next("a")).isEqualTo(start + 1);
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

  @ParameterizedTest
  @ValueSource(strings = {"transaction", "session"})
  void claim_sessionsOfOthers_commitsSynchronouslyEachTime(String mode) throws Exception {
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

  /** Runs a transaction of somebody else's, as careless as they come. */
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
  void claim_transactionPooling_leavesOthersTheirSettings() throws Exception {
    try (EngineProcess pooler = pooler("transaction");
        JdbcStore store = open(pooler, "polite")) {
      Race.run(8, index -> store.claim("line/" + index, 0, 1));
      store.next("line/0");
      List<Connection> all = new ArrayList<>();
      try {
        for (int i = 0; i < SESSIONS; i++) {
          Connection connection = DriverManager.getConnection(Engines.postgresUrl(pooler.port()));
          all.add(connection);
          // Keeps its session, so that the next one gets another.
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
  void claim_transactionPoolingAndEngineKilled_keepsEveryAcknowledgedClaim() throws Exception {
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

  /** The engine says that it committed, and warns that no standby may have it. */
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
        // The engine's processes hear of the standby each in their time.
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

  /** Returns where the line stood after the last claim that was answered. */
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
