package io.mintmark.store.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.LongRange;
import io.mintmark.internal.store.Adapters;
import io.mintmark.internal.store.LineStore;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.ClaimStoreProvider;
import io.mintmark.store.Line;
import io.mintmark.testkit.Race;
import io.mintmark.testkit.Ranges;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.imps.CuratorFrameworkState;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Behaviour that only this adapter has, on one real server. */
final class ZooKeeperStoreTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  @TempDir
  static Path directory;

  private static EngineProcess server;

  @BeforeAll
  static void start() throws IOException {
    server = ZooKeeperServers.standalone(directory.resolve("server"));
  }

  @AfterAll
  static void end() {
    server.close();
  }

  @Test
  void provider_isFoundAndAcceptsOnlyItsUrls() {
    ClaimStoreProvider provider = ServiceLoader.load(ClaimStoreProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(each -> each instanceof ZooKeeperStoreProvider)
        .findFirst()
        .orElseThrow();

    assertThat(Adapters.accepts(provider, "zookeeper://h")).isTrue();
    assertThat(Adapters.accepts(provider, "file:/a")).isFalse();
    try (ClaimStore store = provider.open(url("/provider"), TIMEOUT, TIMEOUT)) {
      assertThat(store.claim("a", 0, 2)).isZero();
    }
  }

  @Test
  void openReadOnly_withAndWithoutNamespace_writesNothing() throws Exception {
    try (CuratorFramework client =
        CuratorFrameworkFactory.newClient("127.0.0.1:" + server.port(), new RetryOneTime(1))) {
      client.start();
      try (LineStore view = readOnly("/looked/at")) {
        assertThat(view.position("a")).isZero();
        assertThat(view.lines("")).isEmpty();
        assertThat(view.now()).isEmpty();
        assertThat(client.checkExists().forPath("/looked")).isNull();
      }
    }
    try (ZooKeeperStore store = open("/looked/at");
        LineStore view = readOnly("/looked/at")) {
      assertThat(store.claim("a", 0, 5)).isZero();
      assertThat(view.position("a")).isEqualTo(5);
      assertThat(view.lines("")).hasSize(1);
      assertThat(view.now()).isPresent();
      assertThatThrownBy(() -> view.claim("a", 0, 1))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("the store is open for reading only");
    }
  }

  private static LineStore readOnly(String namespace) {
    return new ZooKeeperStoreProvider().openReadOnly(url(namespace), TIMEOUT, TIMEOUT);
  }

  @Test
  @Tag("long")
  void namespaces_onOneServer_areSeparate() {
    try (ZooKeeperStore outer = open("/apart");
        ZooKeeperStore inner = open("/apart/shop");
        ZooKeeperStore again = open("/apart")) {
      assertThat(outer.claim("shop/a", 0, 5)).isZero();
      assertThat(outer.claim("lines/a", 0, 5)).isZero();
      assertThat(inner.claim("a", 0, 7)).isZero();

      assertThat(inner.lines("")).extracting(Line::name).containsExactly("a");
      assertThat(outer.lines("")).extracting(Line::name).containsExactly("lines/a", "shop/a");
      assertThat(again.claim("shop/a", 0, 1)).isEqualTo(5);
      assertThat(inner.claim("a", 0, 1)).isEqualTo(7);
    }
  }

  @Test
  void lines_nestedNames_areAllLines() {
    List<String> names = List.of("a", "a-b", "a/b", "a/b/c/d", "a:", "aa/b", "zookeeper/a");
    try (ZooKeeperStore store = open("/inside")) {
      List<String> reversed = new ArrayList<>(names);
      java.util.Collections.reverse(reversed);
      reversed.forEach(name -> store.claim(name, 0, 1));

      assertThat(store.lines("")).extracting(Line::name).containsExactlyElementsOf(names);
      assertThat(store.lines("a/")).extracting(Line::name).containsExactly("a/b", "a/b/c/d");
      assertThat(store.lines("a/b/c")).extracting(Line::name).containsExactly("a/b/c/d");
      assertThat(store.lines("/a")).isEmpty();
      assertThat(store.lines("a//")).isEmpty();
      assertThat(store.lines("a/../a")).isEmpty();
      assertThat(store.position("a/b/c")).isZero();
      store.annotate("a/b/c", "on the way to a line, and none");
      assertThat(store.lines("a/b/c")).hasSize(1);
    }
  }

  @Test
  @Tag("long")
  void claim_lineMovedByOthers_continuesFromThere() {
    try (ZooKeeperStore one = open("/turns");
        ZooKeeperStore two = open("/turns")) {
      for (long i = 0; i < 20; i += 2) {
        assertThat(one.claim("a", 0, 1)).isEqualTo(i);
        assertThat(two.claim("a", 0, 1)).isEqualTo(i + 1);
      }
      assertThat(one.compareAndSet("a", 20, 30)).isTrue();
      assertThat(two.compareAndSet("a", 20, 40)).isFalse();
      assertThat(two.compareAndSet("a", 30, 40)).isTrue();
    }
  }

  /** The server counts the requests that it receives. The margin is for pings. */
  @Test
  @Tag("long")
  void claim_lineNotMovedByOthers_needsOneRoundTrip() {
    try (ZooKeeperStore store = open("/alone")) {
      store.claim("a", 0, 1);
      store.annotate("a", "short");
      long before = ZooKeeperServers.received(server);
      for (int i = 0; i < 200; i++) {
        store.claim("a", 0, 1);
      }
      assertThat(ZooKeeperServers.received(server) - before).isBetween(200L, 220L);
    }
  }

  @Test
  void open_standaloneServer_isRiskyAndThrowsIfStrict() {
    try (ZooKeeperStore store = open("/durable")) {
      assertThat(store.durability().risks()).contains("voting members=1");
      assertThat(store.durability().settings())
          .anySatisfy(setting -> assertThat(setting.name()).isEqualTo("forceSync"));
    }
    assertThatThrownBy(() -> ZooKeeperStore.builder()
            .url(url("/durable?strict=true"))
            .timeout(TIMEOUT)
            .open())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("voting members=1");
  }

  @Test
  void now_isTheServersClock() {
    try (ZooKeeperStore store = open("/clock")) {
      long before = System.currentTimeMillis();
      long now = store.now().orElseThrow().toEpochMilli();
      assertThat(now).isBetween(before, System.currentTimeMillis());
    }
  }

  @Test
  void claim_foreignNode_throwsAndKeepsIt() throws Exception {
    try (ZooKeeperStore store = open("/foreign");
        CuratorFramework client = client("")) {
      for (String text : List.of("x", "-1", "1\n2", "9223372036854775808", "{\"next\":1}")) {
        String name = "a" + text.length();
        String path = "/foreign/@lines/" + name;
        client.create().orSetData().forPath(path, text.getBytes(StandardCharsets.UTF_8));

        assertThatThrownBy(() -> store.claim(name, 0, 1))
            .as(text)
            .isInstanceOf(StoreUnavailableException.class)
            .hasMessageContaining("the line's node holds no number")
            .hasMessageContaining(path);
        assertThat(client.getData().forPath(path)).asString().isEqualTo(text);
      }
    }
  }

  @Test
  void client_ofTheCaller_keepsItsNamespaceAndStaysOpen() throws Exception {
    try (CuratorFramework client = client("team")) {
      ZooKeeperStore store = ZooKeeperStore.builder()
          .client(client)
          .namespace("/ids")
          .timeout(TIMEOUT)
          .open();
      assertThat(store.claim("a/b", 0, 3)).isZero();
      store.close();

      assertThat(client.getState()).isEqualTo(CuratorFrameworkState.STARTED);
      CuratorFramework whole = client.usingNamespace(null);
      assertThat(whole.getData().forPath("/team/ids/@lines/a/b")).asString().isEqualTo("3");
      try (ZooKeeperStore other = open("/team/ids")) {
        assertThat(other.claim("a/b", 0, 1)).isEqualTo(3);
      }
    }
    assertThatThrownBy(() -> ZooKeeperStore.builder()
            .client(CuratorFrameworkFactory.newClient("127.0.0.1:1", new RetryOneTime(1)))
            .open())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("was not started");
  }

  @Test
  @Tag("long")
  void open_withUser_deniesOthersAndHidesThePassword() throws Exception {
    String hosts = ZooKeeperServers.hosts(server.port());
    String path = "/guarded";
    try (ZooKeeperStore store = ZooKeeperStore.builder()
        .url("zookeeper://app:pa%2Fss@" + hosts + path)
        .timeout(TIMEOUT)
        .open()) {
      assertThat(store.claim("a/b", 0, 1)).isZero();
    }
    for (String user : List.of("", "app:wrongpass@", "other:pa%2Fss@")) {
      assertThatThrownBy(() -> ZooKeeperStore.builder()
              .url("zookeeper://" + user + hosts + path)
              .timeout(TIMEOUT)
              .open())
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("setAcl /guarded auth:USER:PASSWORD:cdrwa")
          .satisfies(e -> assertThat(e.getMessage()).doesNotContain("wrongpass", "pa%2Fss"));
    }
    try (CuratorFramework client = client("")) {
      byte[] user = "app:pa/ss".getBytes(StandardCharsets.UTF_8);
      client.getZookeeperClient().getZooKeeper().addAuthInfo("digest", user);
      for (String node : List.of("", "/@lines", "/@clock", "/@lines/a", "/@lines/a/b")) {
        assertThat(client.getACL().forPath(path + node))
            .allSatisfy(acl -> assertThat(acl.getId().getScheme()).isEqualTo("digest"));
      }
    }
  }

  @Test
  void open_userWithoutCreateRight_failsWithCommandsToRun() throws Exception {
    try (CuratorFramework client = client("")) {
      Id anyone = ZooDefs.Ids.ANYONE_ID_UNSAFE;
      client.create().withACL(List.of(new ACL(ZooDefs.Perms.READ, anyone))).forPath("/readonly");
    }
    assertThatThrownBy(() -> open("/readonly/")).isInstanceOf(ConfigurationException.class);
    assertThatThrownBy(() -> open("/readonly"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("setAcl /readonly");
    assertThatThrownBy(() -> open("/readonly/below"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("create /readonly/below");
  }

  @Test
  @Tag("long")
  void claim_sessionEndedByTheServer_neverRepeatsAndRecovers() throws Exception {
    try (CuratorFramework client = client("");
        ZooKeeperStore store = ZooKeeperStore.builder()
            .client(client)
            .namespace("/expiry")
            .timeout(TIMEOUT)
            .open()) {
      List<LongRange> all = new ArrayList<>();
      for (int round = 0; round < 2; round++) {
        long session = client.getZookeeperClient().getZooKeeper().getSessionId();
        CountDownLatch underWay = new CountDownLatch(4);
        CountDownLatch ended = new CountDownLatch(1);
        Race.run(5, index -> {
              List<LongRange> mine = new ArrayList<>();
              if (index == 4) {
                underWay.await();
                endSession(client.getZookeeperClient().getZooKeeper());
                ended.countDown();
                return mine;
              }
              int after = 0;
              while (after < 50) {
                try {
                  long start = store.claim("a", 0, 2);
                  mine.add(new LongRange(start, start + 2));
                  underWay.countDown();
                  after += ended.getCount() == 0 ? 1 : 0;
                } catch (StoreUnavailableException e) {
                  // The range is burned.
                }
              }
              return mine;
            })
            .forEach(all::addAll);
        assertThat(client.getZookeeperClient().getZooKeeper().getSessionId()).isNotEqualTo(session);
      }
      Ranges.assertDisjoint(all);
    }
  }

  @Test
  @Tag("long")
  void claim_manyLinesInABatch_areIndependent() {
    try (ZooKeeperStore one = open("/batch");
        ZooKeeperStore two = open("/batch")) {
      List<List<LongRange>> claimed = Race.run(16, index -> {
        ZooKeeperStore store = index % 2 == 0 ? one : two;
        return IntStream.range(0, 50)
            .mapToObj(i -> {
              long start = store.claim("l/" + index / 4, 0, 3);
              return new LongRange(start, start + 3);
            })
            .toList();
      });
      for (int line = 0; line < 4; line++) {
        List<LongRange> ranges = new ArrayList<>();
        claimed.subList(4 * line, 4 * line + 4).forEach(ranges::addAll);
        Ranges.assertTiling(ranges, 4 * 50 * 3);
      }
    }
  }

  /** Ends a session, as a server does if its client was silent for too long. */
  private static void endSession(ZooKeeper session) throws Exception {
    CountDownLatch connected = new CountDownLatch(1);
    ZooKeeper same = new ZooKeeper(
        ZooKeeperServers.hosts(server.port()),
        session.getSessionTimeout(),
        event -> {
          if (event.getState() == KeeperState.SyncConnected) {
            connected.countDown();
          }
        },
        session.getSessionId(),
        session.getSessionPasswd());
    assertThat(connected.await(60, TimeUnit.SECONDS)).isTrue();
    same.close();
  }

  private static CuratorFramework client(String namespace) {
    CuratorFramework client = CuratorFrameworkFactory.builder()
        .connectString(ZooKeeperServers.hosts(server.port()))
        .namespace(namespace.isEmpty() ? null : namespace)
        .retryPolicy(new RetryOneTime(100))
        .build();
    client.start();
    return client;
  }

  private static String url(String rest) {
    return ZooKeeperServers.url(server.port()) + rest;
  }

  private static ZooKeeperStore open(String namespace) {
    return ZooKeeperStore.builder().url(url(namespace)).timeout(TIMEOUT).open();
  }
}
