package io.mintmark.store.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import de.bwaldvogel.mongo.bson.Document;
import io.mintmark.Mintmark;
import io.mintmark.error.ClosedException;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.LineStore;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.store.Line;
import io.mintmark.testkit.Race;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MongoStoreTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final Duration SHORT = Duration.ofMillis(300);
  private static final Duration SLACK = Duration.ofSeconds(30);

  private ScriptedServer server;

  @BeforeEach
  void start() {
    server = new ScriptedServer();
  }

  @AfterEach
  void stop() {
    server.stop();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "mongodb://                        | empty host",
        "mongodb:///orders                 | empty host",
        "mongodb://127.0.0.1:x/            | port",
        "mongodb://127.0.0.1:65536/        | port",
        "mongodb://127.0.0.1:99999999999/  | port",
        "mongodb://u:secret/w@127.0.0.1/   | the URL has an @ after the servers",
        "mongodb://u:se@cret@127.0.0.1/    | percent-encoded",
        "mongodb+srv://127.0.0.1:1/        | one host without a port",
        "mongodb://hé/                     | printable ASCII",
        "mongodb://127.0.0.1/a b           | printable ASCII",
        "mongodb://127.0.0.1/a.b           | collection=b",
        "mongodb://127.0.0.1/a%24b         | the database's name",
        "mongodb://127.0.0.1/?strict=maybe | strict='maybe'",
        "mongodb://127.0.0.1/?strict=      | strict=''",
        "mongodb://127.0.0.1/?collection=  | collection=''",
        "mongodb://127.0.0.1/?collection=a&collection=b | given twice: collection",
        "mongodb://127.0.0.1/?collection=1a             | collection='1a'",
        "mongodb://127.0.0.1/?collection=system.x       | collection='system.x'",
        "mongodb://app:s3cr#et9@db/shop | the URL has an @ after the servers",
        "mongodb://127.0.0.1/db#counters/x | the URL of a store names a counter"
      })
  void open_badUrl_failsWithTheRule(String url, String rule) {
    assertThatThrownBy(() -> MongoStore.builder().url(url).timeout(SHORT).open())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(rule)
        .hasMessageNotContaining("secret")
        .hasMessageNotContaining("cret@");
  }

  @Test
  void open_hugeUrl_isRefused() {
    String url = server.url() + "/?collection=" + "x".repeat(100_000);
    assertThatThrownBy(() -> MongoStore.builder().url(url).timeout(TIMEOUT).open())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("URL too long");
  }

  @Test
  void open_builderWithFaults_reportsThemAll() {
    assertThatThrownBy(
            () -> MongoStore.builder().timeout(Duration.ZERO).database("x").open())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("timeout=PT0S")
        .hasMessageContaining("neither url nor client given");
    assertThatThrownBy(() -> MongoStore.builder()
            .url("http://u:secret@127.0.0.1")
            .collection("x")
            .open())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("not a URL of the form mongodb://")
        .hasMessageNotContaining("secret");
  }

  @Test
  void open_byServiceLoader_acceptsMongoUrls() {
    try (Mintmark mint = Mintmark.open(server.url() + "/shop")) {
      assertThat(mint.sequence("invoices").next()).isEqualTo(1);
    }
    try (MongoStore store = open("/shop")) {
      assertThat(store.position("seq/invoices")).isPositive();
    }
  }

  @Test
  void openReadOnly_withAndWithoutCollection_writesNothing() {
    String url = server.url() + "/looked";
    try (LineStore view = new MongoStoreProvider().openReadOnly(url, SLACK, TIMEOUT);
        MongoClient client = MongoClients.create(server.url())) {
      assertThat(view.position("a")).isZero();
      assertThat(view.lines("")).isEmpty();
      assertThat(view.now()).isPresent();
      assertThat(client.getDatabase("looked").listCollectionNames()).isEmpty();
      assertThatThrownBy(() -> view.claim("a", 0, 1))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("the store is open for reading only");
      try (MongoStore store = open("/looked")) {
        assertThat(store.claim("a", 0, 5)).isZero();
      }
      assertThat(view.position("a")).isEqualTo(5);
    }
  }

  @Test
  void open_noServer_failsInTime() {
    String url = "mongodb://u:secret@127.0.0.1:" + EngineProcess.freePort() + "/";
    assertUnavailableInTime(
        () -> MongoStore.builder().url(url).timeout(SHORT).open().close());
  }

  @Test
  void open_silentServer_failsInTime() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      String url = "mongodb://127.0.0.1:" + silent.getLocalPort() + "/";
      assertUnavailableInTime(
          () -> MongoStore.builder().url(url).timeout(SHORT).open().close());
    }
  }

  @Test
  void open_unknownSrvHost_failsInTime() {
    assertUnavailableInTime(() -> MongoStore.builder()
        .url("mongodb+srv://u:secret@nowhere.invalid/")
        .timeout(SHORT)
        .open()
        .close());
  }

  /** The test server knows no users, so its reply to a password is scripted as a refusal. */
  @Test
  void open_wrongPassword_failsWithoutShowingIt() {
    server.refuse("saslStart", 18, "Authentication failed.");
    assertThatThrownBy(() -> MongoStore.builder()
            .url(server.url().replace("//", "//someone:secret@") + "/shop")
            .timeout(TIMEOUT)
            .open())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("the server refused the user or the password")
        .hasMessageNotContaining("secret")
        .hasMessageNotContaining("someone");
  }

  @ParameterizedTest
  @CsvSource({"listCollections", "create", "update"})
  void open_missingRights_failsWithCommandsToRun(String command) {
    server.refuse(command, 13, "not authorized on shop");
    assertThatThrownBy(() -> open("/shop?collection=lines"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("use shop; db.createCollection(\"lines\");"
            + " db.grantRolesToUser(\"USER\", [{role: \"readWrite\", db: \"shop\"}])");
  }

  @Test
  void open_unfitCollection_isRefused() {
    server.answer("listCollections", collections(new Document("capped", true)));
    assertThatThrownBy(() -> open("/shop"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("capped=true");
    server.answer(
        "listCollections", collections(new Document("collation", new Document("locale", "en"))));
    assertThatThrownBy(() -> open("/shop"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("collation.locale=en");
  }

  @Test
  void open_twoNamespaces_areSeparate() {
    try (MongoStore one = open("/shop");
        MongoStore two = open("/shop?collection=other");
        MongoStore three = open("/other")) {
      one.claim("seq/a", 0, 5);
      two.claim("seq/a", 0, 7);
      assertThat(one.lines("")).extracting(Line::next).containsExactly(5L);
      assertThat(two.lines("")).extracting(Line::next).containsExactly(7L);
      assertThat(three.lines("")).isEmpty();
    }
  }

  @Test
  void close_ownClient_leavesItOpen() {
    try (MongoClient client = MongoClients.create(server.url())) {
      MongoStore store = MongoStore.builder()
          .client(client)
          .database("shop")
          .collection("lines")
          .timeout(TIMEOUT)
          .open();
      store.claim("seq/a", 0, 5);
      store.close();
      assertThatThrownBy(() -> store.claim("seq/a", 0, 1)).isInstanceOf(ClosedException.class);
      assertThat(client.getDatabase("shop").getCollection("lines").countDocuments())
          .isOne();
    }
  }

  @Test
  void open_strictOnAStandaloneServer_throws() {
    assertThatThrownBy(() -> open("/shop?strict=true"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("setName=none: not a replica set");
  }

  @Test
  void durability_replicaSetOnDisk_hasNoRisk() {
    answerAsReplicaSet(List.of("a:1", "b:1", "c:1"), "wiredTiger", true);
    try (MongoStore store = open("/shop?strict=true")) {
      assertThat(store.durability().isRisky()).isFalse();
      assertThat(store.canLoseAcknowledgedWrites()).isFalse();
    }
  }

  @Test
  void durability_riskyReplicaSets_nameTheRisk() {
    answerAsReplicaSet(List.of("a:1"), "wiredTiger", true);
    try (MongoStore store = open("/shop")) {
      assertThat(store.durability().risks()).contains("members=1");
    }
    answerAsReplicaSet(List.of("a:1", "b:1"), "inMemory", false);
    assertThatThrownBy(() -> open("/shop"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("in memory only")
        .hasMessageContaining("storageEngine=inMemory");
    server.refuse("serverStatus", 13, "not authorized on admin");
    try (MongoStore store = open("/shop")) {
      assertThat(store.durability().risks()).contains("clusterMonitor");
      assertThat(store.canLoseAcknowledgedWrites()).isFalse();
    }
    server.answer("hello", hello().append("msg", "isdbgrid"));
    try (MongoStore store = open("/shop")) {
      assertThat(store.durability().risks()).startsWith("msg=isdbgrid: not known");
    }
  }

  @Test
  void lines_replicaSet_readsWithMajorityFirst() {
    answerAsReplicaSet(List.of("a:1", "b:1", "c:1"), "wiredTiger", true);
    try (MongoStore store = open("/shop")) {
      store.claim("seq/a", 0, 5);
      assertThat(store.lines("")).hasSize(1);
      assertThat(server.heard("find"))
          .extracting(each -> each.get("readConcern"))
          .startsWith(new Document("level", "linearizable"))
          .hasSize(2);
    }
  }

  @Test
  void claim_everyForm_usesJournaledMajorityWrites() {
    try (MongoStore store = open("/shop?w=1&journal=false&readPreference=secondary")) {
      store.claim("seq/a", 0, 5);
      store.claim("seq/a", 100, 5);
      store.compareAndSet("worker/a/1", 0, 9);
    }
    List<Document> writes = Stream.of("findAndModify", "update")
        .flatMap(command -> server.heard(command).stream())
        .toList();
    assertThat(writes)
        .hasSizeGreaterThan(3)
        .allSatisfy(write -> assertThat(write.get("writeConcern"))
            .isEqualTo(new Document("w", "majority").append("j", true)));
  }

  @Test
  void claim_usualCases_needOneCommandEach() {
    try (MongoStore store = open("/shop")) {
      store.claim("seq/a", 0, 5);
      store.claim("worker/a/1", 1_000, 5);
      int before = server.heard("findAndModify").size();
      store.claim("seq/a", 0, 5);
      store.claim("worker/a/1", 2_000, 5);
      store.claim("worker/a/1", 2_005, 5);
      store.claim("worker/a/1", 3_000, 5);
      assertThat(server.heard("findAndModify")).hasSize(before + 4);
    }
  }

  @Test
  void claim_otherServerError_isBurnedAndNotRetried() {
    try (MongoStore store = open("/shop")) {
      store.claim("seq/a", 0, 5);
      int before = server.heard("findAndModify").size();
      server.refuse("findAndModify", 64, "waiting for replication timed out");
      assertThatThrownBy(() -> store.claim("seq/a", 0, 5))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("waiting for replication timed out")
          .hasMessageContaining("burned");
      assertThat(server.heard("findAndModify")).hasSize(before + 1);
    }
  }

  @Test
  void claim_unfulfilledWriteConcern_isBurned() {
    try (MongoStore store = open("/shop")) {
      server.answer(
          "findAndModify",
          new Document("ok", 1.0)
              .append("value", new Document("_id", "seq/a").append("next", 5L))
              .append(
                  "writeConcernError",
                  new Document("code", 64).append("errmsg", "no majority in time")));
      assertThatThrownBy(() -> store.claim("seq/a", 0, 5))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("no majority in time");
    }
  }

  @Test
  void claim_roundedNumber_throws() {
    try (MongoClient client = MongoClients.create(server.url());
        MongoStore store = open("/shop")) {
      var lines = client.getDatabase("shop").getCollection("mintmark_line", BsonDocument.class);
      lines.insertOne(line("seq/double").append("next", new BsonDouble(7)));
      lines.insertOne(line("seq/int").append("next", new BsonInt32(7)));
      assertThatThrownBy(() -> store.claim("seq/double", 0, 5))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("type=DOUBLE, line=seq/double");
      assertThat(store.claim("seq/int", 0, 5)).isEqualTo(7);
      assertThat(store.position("seq/int")).isEqualTo(12);
    }
  }

  @Test
  @Tag("long")
  void claim_manyThreadsOnManyLines_areIndependent() {
    try (MongoStore store = open("/shop")) {
      List<List<Long>> starts = Race.run(
          32,
          index -> LongStream.range(0, 50)
              .mapToObj(i -> store.claim("seq/" + index, 0, 2))
              .toList());
      assertThat(starts)
          .allSatisfy(each -> assertThat(each)
              .containsExactlyElementsOf(
                  LongStream.range(0, 50).mapToObj(i -> 2 * i).toList()));
    }
  }

  @Test
  void everyCall_interruptedThread_succeedsAndKeepsTheFlag() {
    Thread.currentThread().interrupt();
    try (LineStore store = open("/shop")) {
      store.claim("seq/a", 0, 5);
      assertThat(store.position("seq/a")).isEqualTo(5);
      assertThat(store.lines("")).hasSize(1);
      assertThat(store.now().orElseThrow()).isAfter(Instant.EPOCH);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  private MongoStore open(String path) {
    return MongoStore.builder().url(server.url() + path).timeout(TIMEOUT).open();
  }

  private static void assertUnavailableInTime(Runnable call) {
    Instant start = Instant.now();
    assertThatThrownBy(call::run)
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageNotContaining("secret");
    assertThat(Duration.between(start, Instant.now())).isLessThan(SHORT.plus(SLACK));
  }

  private static BsonDocument line(String name) {
    return new BsonDocument("_id", new BsonString(name));
  }

  private static Document collections(Document options) {
    Document found = new Document("name", "mintmark_line")
        .append("type", "collection")
        .append("options", options);
    return new Document("ok", 1.0)
        .append(
            "cursor",
            new Document("id", 0L)
                .append("ns", "shop.$cmd.listCollections")
                .append("firstBatch", List.of(found)));
  }

  private static Document hello() {
    return new Document("ok", 1.0)
        .append("isWritablePrimary", true)
        .append("localTime", Instant.now());
  }

  /**
   * Makes the server answer like a member of a replica set. The driver still treats it as a single
   * server.
   */
  private void answerAsReplicaSet(List<String> hosts, String engine, boolean persistent) {
    server.answer("hello", hello().append("setName", "rs0").append("hosts", hosts));
    server.answer(
        "serverStatus",
        new Document("ok", 1.0)
            .append(
                "storageEngine", new Document("name", engine).append("persistent", persistent)));
  }
}
