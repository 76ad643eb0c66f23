package io.mintmark.store.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.auth.Permission;
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
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@EnabledIf(value = EtcdServer.CONDITION, disabledReason = EtcdServer.LACKING)
class EtcdStoreTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final Duration SHORT = Duration.ofMillis(500);
  private static final Duration SLACK = Duration.ofSeconds(30);

  private static EngineProcess server;

  /** A separate namespace for each test. */
  private final String prefix = "/" + UUID.randomUUID();

  @BeforeAll
  static void start() throws IOException {
    server = EtcdServer.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "etcd://                             | host=''",
        "etcd:///x                           | host=''",
        "etcd://:2379                        | host=':2379'",
        "etcd://127.0.0.1:x                  | host='127.0.0.1:x'",
        "etcd://127.0.0.1:0                  | port=0",
        "etcd://127.0.0.1:65536              | port=65536",
        "etcd://127.0.0.1:99999999999        | host='127.0.0.1:99999999999'",
        "etcd://a,,b                         | host=''",
        "etcd://hé                           | host='hé'",
        "etcd://secret@a                     | no user and password",
        "etcd://u:%zz@a                      | percent-encoded",
        "etcd://a?prefix=                    | prefix=''",
        "etcd://a?prefix=x y                 | prefix='x y'",
        "etcd://a?prefix=x@y                 | prefix='x@y'",
        "etcd://a?prefix=x&prefix=y          | prefix",
        "etcd://a?strict=maybe               | strict='maybe'",
        "etcd://a?tls=1                      | tls='1'",
        "etcd://a?ca=/etc/hosts              | tls=false",
        "etcd://a?tls=true&ca=/nowhere       | file cannot be read: ca='/nowhere'",
        "etcd://a?perfix=x                   | no such parameter: 'perfix', did you mean prefix?",
        "etcd://a#x                          | '#x'"
      })
  void open_badUrl_failsWithTheRule(String url, String rule) {
    assertThatThrownBy(() -> EtcdStore.builder().url(url).timeout(SHORT).open())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(rule)
        .hasMessageNotContaining("secret");
  }

  @Test
  void open_hugeUrl_isRefused() {
    assertThatThrownBy(() -> EtcdStore.builder()
            .url("etcd://" + "x".repeat(100_000))
            .timeout(SHORT)
            .open())
        .isInstanceOf(ConfigurationException.class);
    assertThatThrownBy(() -> EtcdStore.builder()
            .url("etcd://a?prefix=" + "x".repeat(100_000))
            .timeout(SHORT)
            .open())
        .isInstanceOf(ConfigurationException.class);
  }

  @Test
  void open_builderWithFaults_reportsThemAll() {
    assertThatThrownBy(
            () -> EtcdStore.builder().timeout(Duration.ZERO).prefix("@").open())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("timeout=PT0S")
        .hasMessageContaining("neither url nor client given")
        .hasMessageContaining("prefix='@'");
    assertThatThrownBy(
            () -> EtcdStore.builder().url("http://u:secret@a").prefix("x").open())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("not a URL of the form etcd://")
        .hasMessageNotContaining("secret");
  }

  @Test
  void open_byServiceLoader_acceptsEtcdUrls() {
    try (Mintmark mint = Mintmark.open(url())) {
      assertThat(mint.sequence("invoices").next()).isEqualTo(1);
    }
    try (EtcdStore store = open(url())) {
      assertThat(store.position("seq/invoices")).isPositive();
      assertThat(store.now()).isEmpty();
    }
  }

  @Test
  void open_noServer_failsInTime() {
    assertUnavailableInTime("etcd://127.0.0.1:" + EngineProcess.freePort());
  }

  @Test
  void open_silentServer_failsInTime() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      assertUnavailableInTime("etcd://127.0.0.1:" + silent.getLocalPort());
    }
  }

  @Test
  @Tag("long")
  void open_firstMembersDeadAndSilent_usesTheNext() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        EtcdStore store = open("etcd://127.0.0.1:" + EngineProcess.freePort() + ",127.0.0.1:"
            + silent.getLocalPort() + ",127.0.0.1:" + server.port())) {
      assertThat(store.claim(prefix.substring(1), 0, 1)).isZero();
    }
  }

  /** Every write raises etcd's revision. */
  @Test
  void openReadOnly_newAndUsedNamespace_writesNothing() throws Exception {
    try (Client client = client(server)) {
      long before = revision(client);
      try (LineStore view = readOnly()) {
        assertThat(view.position("a")).isZero();
        assertThat(view.lines("")).isEmpty();
        assertThat(view.durability().settings()).isNotEmpty();
      }
      assertThat(revision(client)).isEqualTo(before);

      try (EtcdStore store = open(url())) {
        assertThat(store.claim("a", 0, 5)).isZero();
      }
      long used = revision(client);
      assertThat(used).isGreaterThan(before);
      try (LineStore view = readOnly()) {
        assertThat(view.position("a")).isEqualTo(5);
        assertThat(view.lines("")).extracting(Line::next).containsExactly(5L);
        for (ThrowingCallable write : List.<ThrowingCallable>of(
            () -> view.claim("a", 0, 1),
            () -> view.compareAndSet("a", 5, 6),
            () -> view.annotate("a", "note"))) {
          assertThatThrownBy(write)
              .isInstanceOf(StoreUnavailableException.class)
              .hasMessageContaining("the store is open for reading only");
        }
      }
      assertThat(revision(client)).isEqualTo(used);
    }
  }

  private LineStore readOnly() {
    return new EtcdStoreProvider().openReadOnly(url(), SLACK, TIMEOUT);
  }

  private static long revision(Client client) throws Exception {
    return client
        .getKVClient()
        .get(bytes("none"))
        .get(SLACK.toSeconds(), TimeUnit.SECONDS)
        .getHeader()
        .getRevision();
  }

  @Test
  void open_twoNamespaces_areSeparate() {
    try (EtcdStore one = open(url());
        EtcdStore two = open(url() + "/a")) {
      one.claim("a/b", 0, 5);
      two.claim("b", 0, 7);
      assertThat(one.lines("")).extracting(Line::next).containsExactly(5L);
      assertThat(two.lines("")).extracting(Line::next).containsExactly(7L);
    }
  }

  @Test
  void close_ownClient_leavesItOpen() throws Exception {
    try (Client client = client(server)) {
      EtcdStore store =
          EtcdStore.builder().client(client).prefix(prefix).timeout(TIMEOUT).open();
      store.claim("seq/a", 0, 5);
      store.close();
      assertThatThrownBy(() -> store.claim("seq/a", 0, 1)).isInstanceOf(ClosedException.class);
      assertThat(value(client, "seq/a")).matches("5 \\d{13} ");
    }
  }

  @Test
  void durability_oneMember_warnsOrThrows() {
    try (EtcdStore store = open(url())) {
      assertThat(store.durability().risks()).startsWith("voting members=1: one member");
      assertThat(store.canLoseAcknowledgedWrites()).isFalse();
    }
    assertThatThrownBy(() -> open(url() + "&strict=true"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("voting members=1");
  }

  @Test
  void claim_foreignValue_throws() throws Exception {
    try (Client client = client(server);
        EtcdStore store = open(url())) {
      put(client, "seq/a", "17");
      assertThatThrownBy(() -> store.claim("seq/a", 0, 1))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("'NEXT UPDATED NOTE'");
      assertThatThrownBy(() -> store.position("seq/a"))
          .isInstanceOf(StoreUnavailableException.class);
      assertThat(value(client, "seq/a")).isEqualTo("17");
    }
  }

  @Test
  @Tag("long")
  void claim_lineChangedByHand_continuesFromThere() throws Exception {
    try (Client client = client(server);
        EtcdStore store = open(url())) {
      store.claim("seq/a", 0, 5);
      put(client, "seq/a", "1000 0 by hand");
      assertThat(store.claim("seq/a", 0, 5)).isEqualTo(1000);
      assertThat(store.lines("seq/a").get(0).note()).isEqualTo("by hand");
    }
  }

  @Test
  @Tag("long")
  void claim_manyThreadsOnManyLines_areIndependent() {
    try (EtcdStore store = open(url())) {
      List<List<Long>> starts = Race.run(
          200,
          index -> LongStream.range(0, 10)
              .mapToObj(i -> store.claim("seq/" + index, 0, 2))
              .toList());
      assertThat(starts)
          .allSatisfy(each -> assertThat(each)
              .containsExactlyElementsOf(
                  LongStream.range(0, 10).mapToObj(i -> 2 * i).toList()));
    }
  }

  @Test
  @Tag("long")
  void lines_severalPages_areAllReturned() {
    try (EtcdStore store = open(url())) {
      Race.run(4, index -> {
        for (int i = index; i < 1_001; i += 4) {
          store.claim("seq/" + i, 0, 1);
        }
        return index;
      });
      assertThat(store.lines("seq/"))
          .hasSize(1_001)
          .extracting(Line::name)
          .isSorted()
          .doesNotHaveDuplicates();
    }
  }

  @Test
  void everyCall_interruptedThread_succeedsAndKeepsTheFlag() {
    Thread.currentThread().interrupt();
    try (LineStore store = open(url())) {
      store.claim("seq/a", 0, 5);
      assertThat(store.position("seq/a")).isEqualTo(5);
      assertThat(store.lines("")).hasSize(1);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  @Tag("long")
  void open_spaceExceeded_throwsWhileOpenStoresContinue() throws Exception {
    try (EngineProcess small = EtcdServer.start("--quota-backend-bytes=200000");
        EtcdStore store = open(EtcdServer.url(small));
        Client client = client(small)) {
      store.claim("seq/a", 0, 5);
      assertThatThrownBy(() -> {
            for (int i = 0; i < 10_000; i++) {
              put(client, "filler/" + i, "x".repeat(10_000));
            }
          })
          .hasMessageContaining("database space exceeded");
      // etcd does not count the puts in a nested transaction.
      long before = store.claim("seq/a", 0, 5);
      assertThatThrownBy(() -> open(EtcdServer.url(small)))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("database space exceeded");
      assertThat(store.claim("seq/a", 0, 5)).isEqualTo(before + 5);
    }
  }

  @Test
  @Tag("long")
  void open_tls_trustsTheNamedAuthorityOnly() throws IOException {
    try (EngineProcess secure = EtcdServer.startWithTls()) {
      String url = EtcdServer.url(secure) + "?tls=true";
      String ca = secure.directory().resolve("data/fixtures/client/cert.pem").toString();
      try (EtcdStore store = open(url + "&ca=" + ca)) {
        assertThat(store.claim("seq/a", 0, 5)).isZero();
      }
      assertThatThrownBy(() -> EtcdStore.builder().url(url).timeout(SHORT).open())
          .isInstanceOf(StoreUnavailableException.class);
    }
  }

  @Test
  @Tag("long")
  void open_usersAndRights_failWithoutThePassword() throws Exception {
    try (EngineProcess guarded = EtcdServer.start();
        Client administrator = client(guarded)) {
      addUser(administrator, "root", "rootsecret");
      addUser(administrator, "weak", "weaksecret");
      done(administrator.getAuthClient().roleAdd(bytes("root")));
      done(administrator.getAuthClient().userGrantRole(bytes("root"), bytes("root")));
      done(administrator.getAuthClient().roleAdd(bytes("mintmark")));
      done(administrator
          .getAuthClient()
          .roleGrantPermission(
              bytes("mintmark"),
              bytes("/mintmark/@lines/"),
              bytes("/mintmark/@lines0"),
              Permission.Type.READWRITE));
      done(administrator.getAuthClient().authEnable());
      String host = "127.0.0.1:" + guarded.port();

      for (String credentials : List.of("", "root:wrongsecret@", "nobody:secret@")) {
        assertThatThrownBy(() -> open("etcd://" + credentials + host))
            .isInstanceOf(ConfigurationException.class)
            .hasMessageContaining("refused the user and the password")
            .hasMessageNotContaining("secret");
      }
      assertThatThrownBy(() -> open("etcd://weak:weaksecret@" + host))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("etcdctl role grant-permission mintmark readwrite"
              + " --prefix=true /mintmark/@lines/")
          .hasMessageNotContaining("secret");
      try (Client root = Client.builder()
          .endpoints("http://" + host)
          .user(bytes("root"))
          .password(bytes("rootsecret"))
          .build()) {
        done(root.getAuthClient().userGrantRole(bytes("weak"), bytes("mintmark")));
      }
      try (EtcdStore store = open("etcd://weak:weaksecret@" + host)) {
        assertThat(store.claim("seq/a", 0, 5)).isZero();
        assertThat(store.lines("")).hasSize(1);
      }
    }
  }

  private String url() {
    return EtcdServer.url(server) + "?prefix=" + prefix;
  }

  private static EtcdStore open(String url) {
    return EtcdStore.builder().url(url).timeout(TIMEOUT).open();
  }

  private static void assertUnavailableInTime(String url) {
    Instant start = Instant.now();
    assertThatThrownBy(() -> EtcdStore.builder().url(url).timeout(SHORT).open())
        .isInstanceOf(StoreUnavailableException.class);
    assertThat(Duration.between(start, Instant.now())).isLessThan(SHORT.plus(SLACK));
  }

  private static Client client(EngineProcess process) {
    return Client.builder().endpoints("http://127.0.0.1:" + process.port()).build();
  }

  private void put(Client client, String line, String value) throws Exception {
    done(client.getKVClient().put(bytes(prefix + "/@lines/" + line), bytes(value)));
  }

  private String value(Client client, String line) throws Exception {
    return client
        .getKVClient()
        .get(bytes(prefix + "/@lines/" + line))
        .get(TIMEOUT.toSeconds(), TimeUnit.SECONDS)
        .getKvs()
        .get(0)
        .getValue()
        .toString(StandardCharsets.UTF_8);
  }

  private static void addUser(Client client, String user, String password) throws Exception {
    done(client.getAuthClient().userAdd(bytes(user), bytes(password)));
  }

  private static void done(Future<?> future) throws Exception {
    future.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
  }

  private static ByteSequence bytes(String text) {
    return ByteSequence.from(text, StandardCharsets.UTF_8);
  }
}
