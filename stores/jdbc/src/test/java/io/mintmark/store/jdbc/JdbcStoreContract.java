package io.mintmark.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.mintmark.Mintmark;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.LongRange;
import io.mintmark.internal.access.MintmarkAccess;
import io.mintmark.internal.store.LineStore;
import io.mintmark.rigs.BreakableNetwork;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.store.Line;
import io.mintmark.testkit.Race;
import io.mintmark.testkit.Ranges;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * The promises of this adapter in addition to the contract of all stores, on each of its engines.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class JdbcStoreContract {

  static final Duration SHORT = Duration.ofSeconds(4);

  /** Added to a short timeout, so that a busy machine has time to run the awaited work. */
  static final Duration SLACK = Duration.ofSeconds(30);

  static final Duration BOUND = Duration.ofMinutes(2);

  EngineProcess engine;

  abstract EngineProcess start() throws Exception;

  /** Returns the URL with the administrator as the user. */
  abstract String url(int port);

  /** The engine's own driver's DataSource, without a pool. */
  abstract DataSource dataSource() throws SQLException;

  /**
   * Creates the user {@code guarded} with the password {@code right}. This user may only log in.
   */
  abstract void makeGuardedUser() throws SQLException;

  /** The URL without a user. */
  abstract String bareUrl();

  /** Returns the name of an existing second schema. */
  abstract String otherSchema() throws SQLException;

  /** Returns the end of the statements that grant rights to this user. */
  abstract String guarded();

  /** Ends all connections of the store from the engine's side. */
  abstract void endIdleConnections() throws SQLException;

  final String url() {
    return url(engine.port());
  }

  final void run(String... statements) throws SQLException {
    Engines.run(url(), statements);
  }

  @BeforeAll
  final void startEngine() throws Exception {
    engine = start();
    makeGuardedUser();
  }

  @AfterAll
  final void endEngine() {
    if (engine != null) {
      engine.close();
    }
  }

  static JdbcStore open(String url) {
    return JdbcStore.builder().url(url).timeout(SHORT).openTimeout(BOUND).open();
  }

  static String with(String url, String parameter) {
    return url + (url.contains("?") ? "&" : "?") + parameter;
  }

  @Test
  void open_twoTables_areSeparate() throws Exception {
    String elsewhere = otherSchema() + ".lines_here";
    try (LineStore one = open(with(url(), "table=Shop"));
        LineStore two = open(with(url(), "table=shop_2"));
        LineStore three = open(with(url(), "table=" + elsewhere));
        LineStore again = JdbcStore.builder().url(url()).table(elsewhere).open()) {
      assertThat(one.claim("a", 0, 5)).isZero();
      assertThat(two.claim("a", 0, 7)).isZero();
      assertThat(three.claim("a", 0, 9)).isZero();
      assertThat(again.claim("a", 0, 1)).isEqualTo(9);
      assertThat(one.lines("")).extracting(Line::next).containsExactly(5L);
      assertThat(two.lines("")).extracting(Line::next).containsExactly(7L);
    }
  }

  @Test
  void open_byUrl_isFoundByMintmark() {
    try (Mintmark mint = Mintmark.open(with(url(), "strict=true"))) {
      assertThat(mint.sequence("found").next()).isEqualTo(1);
      assertThat(MintmarkAccess.storeOf(mint)).isInstanceOf(JdbcStore.class);
      assertThat(MintmarkAccess.storeOf(mint).canLoseAcknowledgedWrites()).isFalse();
      assertThat(MintmarkAccess.storeOf(mint).durability().settings()).isNotEmpty();
      assertThat(MintmarkAccess.storeOf(mint).durability().risks()).isEmpty();
    }
  }

  @Test
  void open_wrongPassword_failsWithoutShowingIt() {
    String url = with(bareUrl(), "user=guarded&password=sesame");
    assertRefused(() -> open(url), "guarded");
    assertRefused(
        () ->
            JdbcStore.builder().url(bareUrl()).credentials("guarded", "sesame").open(),
        "");
  }

  private static void assertRefused(ThrowingCallable call, String message) {
    assertThatThrownBy(call)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(message)
        .satisfies(e -> {
          for (Throwable each = e; each != null; each = each.getCause()) {
            assertThat(String.valueOf(each.getMessage())).doesNotContain("sesame");
          }
        });
  }

  @Test
  @Tag("long")
  void open_withoutRights_failsWithTheNeededStatements() throws Exception {
    String mine = otherSchema() + ".guarded_lines";
    JdbcStoreBuilder builder =
        JdbcStore.builder().url(bareUrl()).credentials("guarded", "right").table(mine);

    String url = with(bareUrl(), "user=guarded&password=right&table=" + mine);
    String message = failure(builder::open);
    assertThat(message).contains("CREATE TABLE ", "guarded_lines", "GRANT SELECT, INSERT, UPDATE");
    String ddl = message.substring(message.indexOf("CREATE TABLE"), message.indexOf("; GRANT"));
    run(ddl, "GRANT SELECT ON " + mine + guarded());
    assertThat(failure(builder::open)).contains("GRANT SELECT, INSERT, UPDATE");
    assertThat(failure(() -> readOnly(url))).contains("GRANT SELECT, INSERT, UPDATE");
    run("GRANT SELECT, INSERT, UPDATE ON " + mine + guarded());
    try (LineStore store = builder.open()) {
      assertThat(store.claim("a", 3, 1)).isEqualTo(3);
      store.annotate("a", "note");
      assertThat(store.lines("")).hasSize(1);
    }
  }

  private static LineStore readOnly(String url) {
    return new JdbcStoreProvider().openReadOnly(url, BOUND, SHORT);
  }

  @Test
  void openReadOnly_withAndWithoutTable_writesNothing() throws Exception {
    String url = with(url(), "table=looked_at");
    try (LineStore view = readOnly(url)) {
      assertThat(view.position("a")).isZero();
      assertThat(view.positions(List.of("a")).next()).containsExactly(0L);
      assertThat(view.lines("")).isEmpty();
      assertThat(view.now()).isPresent();
      assertThat(view.durability().risks()).isEmpty();
      assertRefusesWrites(view);
    }
    run("CREATE TABLE looked_at (x INTEGER)", "DROP TABLE looked_at");
    try (LineStore store = open(url)) {
      assertThat(store.claim("a", 0, 5)).isZero();
    }
    try (LineStore view = readOnly(url)) {
      assertThat(view.position("a")).isEqualTo(5);
      assertRefusesWrites(view);
      assertThat(view.lines("")).extracting(Line::next).containsExactly(5L);
    }
    assertThat(failure(() -> open(with(url(), "table=nowhere.lines"))))
        .contains("the table of lines cannot be created", "CREATE TABLE");
  }

  private static void assertRefusesWrites(LineStore view) {
    for (ThrowingCallable write : List.<ThrowingCallable>of(
        () -> view.claim("a", 0, 1),
        () -> view.beginClaim("a", 0, 1).getAsLong(),
        () -> view.compareAndSet("a", 0, 1),
        () -> view.lower("a", 5, 1),
        () -> view.annotate("a", "note"))) {
      assertThatThrownBy(write)
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("the store is open for reading only");
    }
  }

  private static String failure(ThrowingCallable call) {
    return String.valueOf(
        catchThrowableOfType(ConfigurationException.class, call).getMessage());
  }

  @Test
  void open_tableWithOtherColumns_throws() throws Exception {
    run("CREATE TABLE odd (name VARCHAR(200), next INTEGER)");

    assertThat(failure(() -> open(with(url(), "table=odd")))).contains("found=", "CREATE TABLE");
  }

  @Test
  @Tag("long")
  void open_engineDownOrSilent_failsInTime() throws Exception {
    int nobody = EngineProcess.freePort();
    assertInTime(() -> JdbcStore.builder().url(url(nobody)).timeout(SHORT).open());
    try (BreakableNetwork network = BreakableNetwork.to(engine.port())) {
      network.cut();
      assertInTime(
          () -> JdbcStore.builder().url(url(network.port())).timeout(SHORT).open());
    }
  }

  @Test
  @Tag("long")
  void everyCall_silentConnection_endsInTimeAndRecovers() throws Exception {
    try (BreakableNetwork network = BreakableNetwork.to(engine.port());
        LineStore store = open(url(network.port()))) {
      long before = store.claim("silent", 0, 1);
      store.position("silent");
      network.cut();
      assertInTime(() -> store.claim("silent", 0, 1));
      assertInTime(() -> store.position("silent"));
      assertInTime(() -> store.lines(""));
      assertInTime(store::now);
      assertInTime(() -> store.annotate("silent", ""));
      assertInTime(() -> store.compareAndSet("silent", 1, 2));
      network.mend();
      assertThat(eventually(() -> store.claim("silent", 0, 1))).isGreaterThan(before);
      assertThat(eventually(() -> store.position("silent"))).isGreaterThan(before + 1);
    }
  }

  static void assertInTime(ThrowingCallable call) {
    long start = System.nanoTime();
    assertThatThrownBy(call).isInstanceOf(StoreUnavailableException.class);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(SHORT.plus(SLACK));
  }

  @FunctionalInterface
  interface Reading {
    long read();
  }

  static long eventually(Reading reading) {
    long deadline = System.nanoTime() + BOUND.toNanos();
    while (true) {
      try {
        return reading.read();
      } catch (StoreUnavailableException e) {
        assertThat(System.nanoTime()).as(e.getMessage()).isLessThan(deadline);
      }
    }
  }

  @Test
  @Tag("long")
  void claim_connectionClosedWhileIdle_succeeds() throws Exception {
    try (LineStore store = open(with(url(), "table=idle"))) {
      store.claim("a", 0, 1);
      store.position("a");
      long idleSince = System.nanoTime();
      endIdleConnections();
      // The pool tests only connections that were idle for more than a second.
      while (System.nanoTime() - idleSince < TimeUnit.MILLISECONDS.toNanos(1_100)) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
      }
      assertThat(store.claim("a", 0, 1)).isEqualTo(1);
      assertThat(store.position("a")).isEqualTo(2);
    }
  }

  @Test
  @Tag("long")
  void claim_lineLockedByAnother_endsInTimeAndKeepsTheLine() throws Exception {
    try (JdbcStore store = open(with(url(), "table=locked"));
        Connection other = DriverManager.getConnection(url());
        Statement statement = other.createStatement()) {
      store.claim("a", 0, 1);
      other.setAutoCommit(false);
      statement.execute("UPDATE locked SET next = next WHERE name = 'a'");
      assertInTime(() -> store.claim("a", 0, 1));
      other.rollback();
      assertThat(eventually(() -> store.claim("a", 0, 1))).isBetween(1L, 3L);
    }
  }

  /**
   * A pool that binds connections to transactions hands out the connection of the caller's own
   * transaction in the caller's thread.
   */
  @Test
  void claim_callersTransactionRolledBack_keepsTheClaim() throws Exception {
    DataSource real = dataSource();
    run("CREATE TABLE orders (id INTEGER PRIMARY KEY)");
    try (Connection business = real.getConnection();
        LineStore other = open(with(url(), "table=business"))) {
      business.setAutoCommit(false);
      Thread caller = Thread.currentThread();
      DataSource bound = (DataSource) Proxy.newProxyInstance(
          getClass().getClassLoader(),
          new Class<?>[] {DataSource.class},
          (self, method, arguments) ->
              Thread.currentThread() == caller ? business : method.invoke(real, arguments));
      try (LineStore store =
          JdbcStore.builder().dataSource(bound).table("business").timeout(SHORT).open()) {
        try (Statement statement = business.createStatement()) {
          statement.execute("INSERT INTO orders VALUES (1)");
          assertThat(store.claim("a", 0, 10)).isZero();
          assertThat(other.claim("a", 0, 10)).as("while it is open").isEqualTo(10);
          business.rollback();
        }
        assertThat(store.claim("a", 0, 10)).isEqualTo(20);
        assertThat(other.position("a")).isEqualTo(30);
      }
      assertThat(business.isClosed()).isFalse();
    }
  }

  @Test
  void close_callersDataSource_staysOpenWithAllConnections() throws Exception {
    TroubledSource troubled = new TroubledSource(dataSource());
    JdbcStore store =
        JdbcStore.builder().dataSource(troubled.source).table("given").open();
    store.claim("a", 0, 1);
    store.position("a");
    assertThat(troubled.open).hasValue(2);

    store.close();

    assertThat(troubled.open).hasValue(0);
    try (Connection connection = troubled.source.getConnection()) {
      assertThat(connection.isValid(1)).isTrue();
    }
  }

  @Test
  void claim_statementRolledBackByTheEngine_isRetriedBoundedly() throws Exception {
    TroubledSource troubled = new TroubledSource(dataSource());
    try (JdbcStore store =
        JdbcStore.builder().dataSource(troubled.source).table("undone").open()) {
      for (int i = 0; i < 10; i++) {
        troubled.troubles.add(new TroubledSource.Trouble(i % 2 == 0 ? "40001" : "40P01", false));
      }
      assertThat(store.claim("a", 0, 1)).isZero();
      for (int i = 0; i < 11; i++) {
        troubled.troubles.add(new TroubledSource.Trouble("40001", false));
      }
      assertThatThrownBy(() -> store.claim("a", 0, 1))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("sqlState=40001");
      assertThat(troubled.troubles).isEmpty();
      assertThat(store.claim("a", 0, 1)).isEqualTo(1);
    }
  }

  /**
   * A proxy could repeat a reply. Each later call would then get the reply of the previous call.
   */
  @Test
  @Tag("long")
  void claim_repliesRepeated_neverRepeatsAndRecovers() {
    try (BreakableNetwork network = BreakableNetwork.to(engine.port());
        LineStore store = open(url(network.port()))) {
      Set<Long> starts = new HashSet<>();
      int refused = 0;
      for (int i = 1; i <= 60; i++) {
        if (i % 5 == 0) {
          network.repeatAnswer();
        }
        try {
          assertThat(starts.add(store.claim("repeated", 0, 1))).isTrue();
        } catch (StoreUnavailableException e) {
          refused++;
        }
      }
      assertThat(refused).isBetween(1, 24);
      assertThat(eventually(() -> store.claim("repeated", 0, 1))).isNotIn(starts);
    }
  }

  @Test
  void claim_replyLost_isBurnedAndNotRetried() throws Exception {
    TroubledSource troubled = new TroubledSource(dataSource());
    try (JdbcStore store =
        JdbcStore.builder().dataSource(troubled.source).table("lost").open()) {
      assertThat(store.claim("a", 0, 1)).isZero();
      troubled.troubles.add(new TroubledSource.Trouble("08006", true));
      assertThatThrownBy(() -> store.claim("a", 0, 1))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("may be burned");
      assertThat(store.claim("a", 0, 1)).isEqualTo(2);
    }
  }

  /** The error occurs in each call to the driver, one after another. */
  @Test
  @Tag("long")
  void everyCall_driverThrowsAnError_recovers() throws Exception {
    DriverErrors.atEachCall(dataSource(), () -> new LinkageError("as the test requested"));
  }

  @Test
  @Tag("long")
  void everyCall_driverThrowsARuntimeException_recovers() throws Exception {
    DriverErrors.atEachCall(dataSource(), () -> new IllegalStateException("as the test requested"));
  }

  /** In a pool without a limit for waiting, all connection attempts may hang. */
  @Test
  @Tag("long")
  void claim_allConnectionAttemptsHung_recovers() throws Exception {
    DriverErrors.whileConnectingHangs(dataSource(), this::endIdleConnections);
  }

  @Test
  @Tag("long")
  void claim_twoStoresOnTheSameLinesInAllOrders_neverOverlapsNorFails() {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      lines.add("many/" + i);
    }
    try (LineStore one = open(with(url(), "table=crossed"));
        LineStore two = open(with(url(), "table=crossed"))) {
      List<List<List<LongRange>>> claimed = Race.run(16, index -> {
        LineStore store = index % 2 == 0 ? one : two;
        List<String> order = new ArrayList<>(lines);
        Collections.shuffle(order, new Random(index));
        List<List<LongRange>> mine =
            new ArrayList<>(Collections.nCopies(lines.size(), new ArrayList<LongRange>()));
        mine.replaceAll(none -> new ArrayList<>());
        for (int round = 0; round < 10; round++) {
          for (String line : order) {
            long start = store.claim(line, 0, 2);
            mine.get(lines.indexOf(line)).add(new LongRange(start, start + 2));
          }
        }
        return mine;
      });
      for (int i = 0; i < lines.size(); i++) {
        int line = i;
        List<LongRange> all = claimed.stream()
            .map(each -> each.get(line))
            .flatMap(Collection::stream)
            .toList();
        Ranges.assertTiling(all, 16 * 10 * 2);
      }
    }
  }

  @Test
  @Tag("long")
  void claim_oneLineAtItsEnd_failsOnlyThatLineOfTheBatch() {
    String url = with(url(), "table=ending");
    try (LineStore store =
        JdbcStore.builder().url(url).timeout(BOUND).openTimeout(BOUND).open()) {
      store.claim("end", Long.MAX_VALUE - 1, 1);
      List<Long> starts = Race.run(16, index -> {
        if (index == 0) {
          for (int i = 0; i < 20; i++) {
            assertThatThrownBy(() -> store.claim("end", 0, 1))
                .isInstanceOf(ExhaustedException.class);
          }
          return 20L;
        }
        long last = -1;
        for (int i = 0; i < 20; i++) {
          long start = store.claim("each/" + index, 0, 1);
          assertThat(start).isEqualTo(last + 1);
          last = start;
        }
        return last + 1;
      });
      assertThat(starts).containsOnly(20L);
      assertThat(store.position("end")).isEqualTo(Long.MAX_VALUE);
    }
  }

  @Test
  void next_interruptedThread_succeedsAndKeepsTheFlag() {
    try (LineStore store = open(url())) {
      Thread.currentThread().interrupt();
      try {
        assertThat(store.position("interrupted")).isZero();
        assertThat(store.now()).isPresent();
      } finally {
        assertThat(Thread.interrupted()).isTrue();
      }
      assertThat(store.claim("interrupted", 7, 1)).isEqualTo(7);
    }
  }
}
