package io.mintmark.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.LineStore;
import io.mintmark.rigs.LongRun;
import io.mintmark.store.jdbc.HostileSource.State;
import io.mintmark.testkit.ClaimStoreContract;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/**
 * The promises that hold in whatever state a connection is handed out. The contract of all stores
 * runs on connections, each in a different state than the previous one.
 */
abstract class HostileSessionsContract extends ClaimStoreContract {

  private final HostileSource hostile = new HostileSource(pools(), states());

  /** Adds the sessions of a failed test to its failure. */
  @RegisterExtension
  final TestExecutionExceptionHandler sessions = (context, failure) -> {
    failure.addSuppressed(new AssertionError("sessions: " + hostile.given));
    throw failure;
  };

  /** The administrator's URL of the engine's first database, for the driver under test. */
  abstract String url();

  /** Returns pools over the driver under test, each with different settings. */
  abstract List<DataSource> pools();

  /** Returns a DataSource that opens a new connection each time. */
  abstract DataSource fresh() throws SQLException;

  abstract List<State> states();

  /** The table of this contract, with its schema. */
  abstract String table();

  /** A statement that switches a session to the schema {@code elsewhere}. */
  abstract State switched();

  /** Returns a DataSource of another server or database with a table of the same name. */
  abstract DataSource otherDatabase() throws SQLException;

  /** Ends all connections except its own. */
  abstract void endConnections() throws SQLException;

  static DataSource pool(String url, boolean autoCommit) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url);
    config.setAutoCommit(autoCommit);
    config.setMinimumIdle(0);
    return new HikariDataSource(config);
  }

  final void run(String... statements) throws SQLException {
    Engines.run(url(), statements);
  }

  @Override
  protected LineStore open() {
    return JdbcStore.builder().dataSource(hostile.source()).table(table()).open();
  }

  /** Three processes use the same pool one after another. */
  @Test
  @Tag("sized")
  void claim_eachStateInThreeStarts_neverRepeats() {
    int number = 0;
    for (State state : states()) {
      // In each build, one pool for each state. In the long tests, all pools.
      int first = number;
      for (int i = 0; i < LongRun.size(1, pools().size()); i++) {
        DataSource pool = pools().get((first + i) % pools().size());
        String line = "each/" + number++;
        assertThat(startedThrice(new HostileSource(List.of(pool), List.of(state)), line))
            .as("%s, pool %s", state.name(), pools().indexOf(pool))
            .containsExactly(0L, 1L, 2L);
      }
    }
  }

  private List<Long> startedThrice(HostileSource source, String line) {
    List<Long> claimed = new ArrayList<>();
    for (int start = 0; start < 3; start++) {
      try (LineStore store =
          JdbcStore.builder().dataSource(source.source()).table(table()).open()) {
        claimed.add(store.claim(line, 0, 1));
        assertThat(store.compareAndSet(line + "/moved", start, start + 1L)).isTrue();
        assertThat(store.position(line + "/moved")).isEqualTo(start + 1);
      } catch (MintmarkException e) {
        throw new AssertionError("sessions: " + source.given, e);
      }
    }
    return claimed;
  }

  /**
   * The table's schema is determined once. So a later connection may have a different default
   * schema.
   */
  @Test
  void claim_laterConnectionInAnotherSchema_usesTheSameTable() throws Exception {
    String elsewhere = "elsewhere.mintmark_line";
    JdbcStore.builder().url(url()).table(elsewhere).open().close();
    State as = State.after("SELECT 1");
    DataSource source = new HostileSource(
            List.of(fresh()), List.of(as, switched(), switched(), switched(), switched()))
        .source();
    String line = "switched/" + System.nanoTime();
    JdbcStore.builder().url(url()).open().close();
    try (LineStore store = JdbcStore.builder().dataSource(source).open()) {
      assertThat(store.claim(line, 0, 1)).isZero();
      assertThat(store.position(line)).isEqualTo(1);
      endConnections();
      assertThat(JdbcStoreContract.eventually(() -> store.claim(line, 0, 1))).isBetween(1L, 2L);
      assertThat(JdbcStoreContract.eventually(() -> store.position(line))).isBetween(2L, 3L);
    }
    try (LineStore other = JdbcStore.builder().url(url()).table(elsewhere).open()) {
      assertThat(other.position(line)).isZero();
    }
  }

  /** In the next process, a connection that was not switched would not find this table. */
  @Test
  void open_noTableAndConnectionSwitched_createsNone() throws Exception {
    DataSource source = new HostileSource(List.of(fresh()), List.of(switched())).source();
    assertThatThrownBy(
            () -> JdbcStore.builder().dataSource(source).table("absent").open())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(
            "this connection was switched to another schema: schema=elsewhere," + " began in ")
        .hasMessageContaining("name the table's schema (SCHEMA.NAME)");
    try (LineStore named =
        JdbcStore.builder().dataSource(source).table("elsewhere.named").open()) {
      assertThat(named.claim("a", 0, 1)).isZero();
    }
  }

  @Test
  void claim_laterConnectionToAnotherDatabase_throws() throws Exception {
    DataSource first = fresh();
    DataSource other = otherDatabase();
    AtomicBoolean moved = new AtomicBoolean();
    DataSource source = HostileSource.choosing(() -> moved.get() ? other : first);
    JdbcStore.builder().dataSource(other).table("split").open().close();
    try (LineStore store = JdbcStore.builder().dataSource(source).table("split").open()) {
      assertThat(store.claim("a", 0, 1)).isZero();
      moved.set(true);
      endConnections();
      for (int i = 0; i < 3; i++) {
        assertThatThrownBy(() -> store.claim("a", 0, 1))
            .isInstanceOf(StoreUnavailableException.class);
      }
      assertThatThrownBy(() -> store.claim("a", 0, 1))
          .hasMessageContaining("the connection uses a table that the store has not used");
      moved.set(false);
      assertThat(JdbcStoreContract.eventually(() -> store.claim("a", 0, 1))).isBetween(1L, 2L);
    }
  }

  @Test
  void claim_tableRecreated_throws() throws Exception {
    try (LineStore store =
        JdbcStore.builder().dataSource(fresh()).table("remade").open()) {
      assertThat(store.claim("a", 0, 1)).isZero();
      run("DROP TABLE remade");
      JdbcStore.builder().url(url()).table("remade").open().close();
      endConnections();
      assertThatThrownBy(() -> store.claim("b", 0, 1))
          .isInstanceOf(StoreUnavailableException.class);
      assertThatThrownBy(() -> store.claim("b", 0, 1))
          .hasMessageContaining("restart the process if the table was moved or created again");
    }
  }

  /** The statements with which other code may begin a transaction. */
  List<String> beginnings() {
    return List.of("START TRANSACTION");
  }

  /** A DataSource may hand out a connection that other code uses too. */
  @Test
  void claim_transactionBegunOnTheConnection_isNeverAnsweredUncommitted() throws Exception {
    // HikariCP cannot close a connection that the store has torn down.
    List<DataSource> sources = new ArrayList<>(pools());
    sources.removeIf(HikariDataSource.class::isInstance);
    sources.add(fresh());
    try (LineStore after = JdbcStore.builder().url(url()).table("shared").open()) {
      for (int i = 0; i < sources.size(); i++) {
        for (String begins : beginnings()) {
          String letters = begins.replaceAll("[^A-Z]", "");
          assertCommitted(sources.get(i), begins, after, "source/" + i + "/" + letters);
        }
      }
    }
  }

  private static void assertCommitted(
      DataSource source, String begins, LineStore after, String which) throws Exception {
    try (Connection shared = source.getConnection();
        Statement others = shared.createStatement()) {
      JdbcStore store =
          JdbcStore.builder().dataSource(new KeptOpen(shared)).table("shared").open();
      long end = store.claim("a", 0, 1) + 1;
      others.execute(begins);
      try {
        end = store.claim("a", 0, 1) + 1;
        assertThat(store.compareAndSet(which, 0, 1)).isTrue();
        assertThat(after.position(which)).isEqualTo(1);
      } catch (StoreUnavailableException e) {
        assertThat(e)
            .as(which)
            .message()
            .containsAnyOf("a transaction that it began, and is not committed", "XAER_RMFAIL");
      }
      assertThat(after.position("a")).as(which).isEqualTo(end);
      assertThat(after.claim("a", 0, 1)).as(which).isEqualTo(end);
      store.close();
    }
  }

  @Test
  void open_schemaMissing_failsWithTheCreateStatement() {
    assertThatThrownBy(
            () -> JdbcStore.builder().url(url()).table("nowhere.lines").open())
        .isInstanceOf(ConfigurationException.class)
        .message()
        .containsPattern("ask an administrator to run: CREATE SCHEMA .nowhere.;"
            + " CREATE TABLE .nowhere.\\..lines. ");
  }
}
