package io.mintmark.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.Mintmark;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.Adapters;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.internal.store.PublishedCounter;
import io.mintmark.internal.store.PublishedCounterReader;
import io.mintmark.rigs.EngineProcess;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashSet;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("long")
final class JdbcCounterReaderTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private static EngineProcess postgres;
  private static EngineProcess mariadb;

  @BeforeAll
  static void start(@TempDir Path folder) throws Exception {
    postgres = Engines.postgres(folder.resolve("postgres"));
    mariadb = Engines.mariadb(folder.resolve("mariadb"));
  }

  @AfterAll
  static void end() {
    if (postgres != null) {
      postgres.close();
    }
    if (mariadb != null) {
      mariadb.close();
    }
  }

  private static void inPostgres(String... statements) throws SQLException {
    Engines.run(Engines.postgresUrl(postgres.port()), statements);
  }

  private static void inMariaDb(String... statements) throws SQLException {
    Engines.run(Engines.mariadbUrl(mariadb.port()), statements);
  }

  private static PublishedCounter read(String url) {
    PublishedCounterReader reader = ServiceLoader.load(PublishedCounterReader.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(each -> Adapters.accepts(each, url))
        .findFirst()
        .orElseThrow();
    return reader.read(url, TIMEOUT);
  }

  private static PublishedCounter postgres(String counter) {
    return read(Engines.postgresUrl(postgres.port()) + "#" + counter);
  }

  private static PublishedCounter mariadb(String counter) {
    return read(Engines.mariadbUrl(mariadb.port()) + "#" + counter);
  }

  private static void assertStands(PublishedCounter counter, long next, long step) {
    assertThat(counter.next()).isEqualTo(next);
    assertThat(counter.step()).isEqualTo(step);
  }

  private static void assertRefused(Runnable reading, String message) {
    assertThatThrownBy(reading::run)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(message);
  }

  @Test
  void read_sequence_continuesAfterItsLastValue() throws Exception {
    inPostgres(
        "CREATE SEQUENCE fresh",
        "CREATE SEQUENCE \"Used\" INCREMENT 3 START 10",
        "SELECT nextval('\"Used\"'), nextval('\"Used\"')",
        "CREATE SEQUENCE great",
        "SELECT setval('great', 9223372036854775806)");

    assertStands(postgres("sequence=fresh"), 1, 1);
    assertStands(postgres("sequence=Used"), 16, 3);
    assertStands(postgres("sequence=public.Used"), 16, 3);
    assertStands(postgres("sequence=great"), Long.MAX_VALUE, 1);
    assertThat(postgres("sequence=fresh").what()).contains("sequence fresh", "user=***");
  }

  @Test
  void read_cachedSequence_continuesAfterCachedValues() throws Exception {
    inPostgres("CREATE SEQUENCE cached CACHE 50", "SELECT nextval('cached')");

    assertStands(postgres("sequence=cached"), 51, 1);
  }

  @Test
  void read_cyclicSequence_throws() throws Exception {
    inPostgres("CREATE SEQUENCE round MAXVALUE 99 CYCLE");

    assertRefused(
        () -> postgres("sequence=round"), "the sequence cycles, so its numbers repeat: maximum=99");
  }

  @Test
  void read_unusableSequence_throws() throws Exception {
    inPostgres(
        "CREATE SEQUENCE ended MAXVALUE 9",
        "SELECT setval('ended', 9)",
        "CREATE SEQUENCE falling INCREMENT -1",
        "CREATE SEQUENCE negative MINVALUE -9 START -5",
        "CREATE TABLE no_sequence (a INT)");

    assertRefused(() -> postgres("sequence=ended"), "next=10, maximum=9");
    assertRefused(() -> postgres("sequence=falling"), "increment=-1");
    assertRefused(() -> postgres("sequence=negative"), "next=-5");
    assertRefused(() -> postgres("sequence=no_sequence"), "there is no such sequence");
    assertRefused(() -> postgres("sequence=missing"), "there is no such sequence");
  }

  @Test
  void read_autoIncrement_continuesAfterCounterAndRows() throws Exception {
    inMariaDb(
        "CREATE TABLE goods (id BIGINT PRIMARY KEY AUTO_INCREMENT, n INT)",
        "CREATE TABLE `Empty` (id INT PRIMARY KEY AUTO_INCREMENT)",
        "INSERT INTO goods (n) VALUES (1), (2), (3)",
        "DELETE FROM goods",
        "CREATE TABLE full (id BIGINT UNSIGNED PRIMARY KEY AUTO_INCREMENT) AUTO_INCREMENT = 500");

    long counted = mariadb("table=goods").next();
    inMariaDb("INSERT INTO goods (n) VALUES (4)");
    assertThat(mariadb("table=goods").next()).isEqualTo(counted + 1).isGreaterThan(4);
    assertStands(mariadb("table=shop.Empty"), 1, 1);
    assertStands(mariadb("table=full"), 500, 1);
    inMariaDb("INSERT INTO full VALUES (9223372036854775808)");
    assertRefused(() -> mariadb("table=full"), "0 to 2^63 - 1");
    assertRefused(() -> mariadb("table=missing"), "AUTO_INCREMENT column");
  }

  @Test
  void read_interleavedMasters_keepsTheirOffset() throws Exception {
    inMariaDb("SET GLOBAL auto_increment_increment = 2", "SET GLOBAL auto_increment_offset = 2");
    try {
      inMariaDb(
          "CREATE TABLE pair (id BIGINT PRIMARY KEY AUTO_INCREMENT, n INT)",
          "INSERT INTO pair (n) VALUES (1), (2)");
      long next = mariadb("table=pair").next();
      assertStands(mariadb("table=pair"), next, 2);
      assertThat(next % 2).isZero();
      assertThat(next).isGreaterThanOrEqualTo(6);
    } finally {
      inMariaDb("SET GLOBAL auto_increment_increment = 1", "SET GLOBAL auto_increment_offset = 1");
    }
  }

  @Test
  void read_ticketTableByReplace_continuesAfterItsCounter() throws Exception {
    inMariaDb(
        "CREATE TABLE Tickets64 (id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,"
            + " stub CHAR(1) NOT NULL, UNIQUE KEY (stub))",
        "REPLACE INTO Tickets64 (stub) VALUES ('a')",
        "REPLACE INTO Tickets64 (stub) VALUES ('a')");

    assertStands(mariadb("ticket=Tickets64.id"), 3, 1);
    assertStands(mariadb("ticket=Tickets64.id&where=stub:a"), 3, 1);
  }

  @Test
  void read_ticketTableOfRows_continuesAfterTheRowsNumber() throws Exception {
    String[] statements = {
      "CREATE TABLE leaf_alloc (biz_tag VARCHAR(128) PRIMARY KEY, max_id BIGINT, step INT)",
      "INSERT INTO leaf_alloc VALUES ('orders', 179521920000000001, 1000), ('users', 5, 10)"
    };
    inMariaDb(statements);
    inPostgres(statements);

    assertStands(mariadb("ticket=leaf_alloc.max_id&where=biz_tag:orders"), 179521920000000002L, 1);
    assertStands(postgres("ticket=leaf_alloc.max_id&where=biz_tag:users"), 6, 1);
    assertRefused(() -> mariadb("ticket=leaf_alloc.max_id"), "rows=2");
    assertRefused(() -> postgres("ticket=leaf_alloc.max_id&where=biz_tag:other"), "rows=0");
    assertRefused(() -> mariadb("ticket=leaf_alloc.biz_tag&where=max_id:5"), "biz_tag='users'");
    assertRefused(() -> postgres("ticket=leaf_alloc.missing"), "missing");
  }

  /** The steps of the page for users of Leaf, with Leaf's table and statements. */
  @Test
  void read_leafsTable_sequenceRepeatsNoLeafId() throws Exception {
    inMariaDb(
        "CREATE TABLE leaf_segments (biz_tag VARCHAR(128) NOT NULL DEFAULT '' PRIMARY KEY,"
            + " max_id BIGINT NOT NULL DEFAULT 1, step INT NOT NULL)",
        "INSERT INTO leaf_segments VALUES ('orders', 1, 100)");
    Set<Long> ids = new HashSet<>();
    try (Connection connection = DriverManager.getConnection(Engines.mariadbUrl(mariadb.port()));
        Statement statement = connection.createStatement()) {
      for (int segment = 0; segment < 3; segment++) {
        statement.execute(
            "UPDATE leaf_segments SET max_id = max_id + step WHERE biz_tag = 'orders'");
        try (ResultSet row = statement.executeQuery(
            "SELECT max_id, step FROM leaf_segments WHERE biz_tag = 'orders'")) {
          row.next();
          LongStream.range(row.getLong(1) - row.getLong(2), row.getLong(1)).forEach(ids::add);
        }
      }
    }
    assertThat(ids).hasSize(300);

    MemoryStore store = new MemoryStore();
    long next = mariadb("ticket=leaf_segments.max_id&where=biz_tag:orders").next();
    store.compareAndSet("seq/orders", 0, next - 1);

    try (Mintmark mint = Mintmark.open(store)) {
      long[] later = mint.sequence("orders").nextBatch(1000);
      assertThat(later[0]).isEqualTo(302);
      assertThat(LongStream.of(later).boxed()).doesNotContainAnyElementsOf(ids);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:postgresql://h/d#, the counter is not #sequence=NAME",
    "jdbc:postgresql://h/d#orders, the counter is not #sequence=NAME",
    "jdbc:postgresql://h/d#table=orders, the counter is not #sequence=NAME",
    "jdbc:mysql://h/d#sequence=orders, the counter is not #sequence=NAME",
    "jdbc:mysql://h/d#table=a&table2=b, the counter is not #sequence=NAME",
    "jdbc:mysql://h/d#table=a&where=b:c, the counter is not #sequence=NAME",
    "jdbc:mysql://h/d#ticket=a, the counter is not #sequence=NAME",
    "jdbc:mysql://h/d#ticket=a.b&where=c, the counter is not #sequence=NAME",
    "jdbc:mysql://h/d#ticket=%zz, the counter is not #sequence=NAME",
    "jdbc:mysql://h/d#table=a;b, SCHEMA.NAME",
    "jdbc:mysql://h:0/d#table=a, port=0",
  })
  void read_badName_failsWithTheForms(String url, String message) {
    assertRefused(() -> read(url), message);
  }

  @Test
  void accepts_countersOfThisAdapterOnly() {
    JdbcCounterReader reader = new JdbcCounterReader();
    assertThat(Adapters.accepts(reader, "jdbc:postgresql://h/d#sequence=a")).isTrue();
    assertThat(Adapters.accepts(reader, "redis://h#orders")).isFalse();
  }

  @Test
  void read_engineDown_isUnavailable() {
    String url = Engines.postgresUrl(EngineProcess.freePort()) + "#sequence=a";
    assertThatThrownBy(() -> read(url)).isInstanceOf(StoreUnavailableException.class);
  }

  /** The driver's own time limits are for one byte each, so they would not end this. */
  @Test
  @Timeout(60)
  void read_engineTrickles_endsAtItsDeadline() throws Exception {
    try (ServerSocket server = new ServerSocket(0)) {
      Thread trickle = new Thread(() -> {
        try (Socket client = server.accept()) {
          // The head of an error message of 1,000 bytes.
          client.getOutputStream().write(new byte[] {'E', 0, 0, 3, (byte) 0xe8});
          while (!server.isClosed()) {
            client.getOutputStream().write('x');
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
          }
        } catch (IOException e) {
          // The reader has closed the connection.
        }
      });
      trickle.setDaemon(true);
      trickle.start();
      String url =
          "jdbc:postgresql://127.0.0.1:" + server.getLocalPort() + "/a?sslmode=disable#sequence=a";

      assertThatThrownBy(() -> new JdbcCounterReader().read(url, Duration.ofSeconds(1)))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("timeoutMs=1000");
    }
  }
}
