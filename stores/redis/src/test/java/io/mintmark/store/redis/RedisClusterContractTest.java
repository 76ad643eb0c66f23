package io.mintmark.store.redis;

import static io.mintmark.store.redis.RedisServers.ask;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.SlotHash;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.LongRange;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.PublishedCounter;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.store.Line;
import io.mintmark.testkit.ClaimStoreContract;
import io.mintmark.testkit.Race;
import io.mintmark.testkit.Ranges;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("long")
class RedisClusterContractTest extends ClaimStoreContract {

  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  /** A jump of the line, larger than all positions that the threads claim two at a time. */
  private static final long GAP = 1L << 40;

  @TempDir
  static Path directory;

  private static RedisCluster cluster;

  @BeforeAll
  static void start() {
    cluster = RedisCluster.start(directory, false);
  }

  @AfterAll
  static void end() {
    if (cluster != null) {
      cluster.close();
    }
  }

  @Override
  protected LineStore open() {
    return open("&strict=true");
  }

  @Test
  void claim_manyLines_areOnAllServersAndListedInOrder() {
    try (LineStore store = open("&prefix=spread")) {
      for (int i = 0; i < 300; i++) {
        store.claim("seq/" + (1_000 + i), 0, i + 1);
      }
      for (EngineProcess server : cluster.primaries()) {
        int keys = ask(server, commands -> commands.keys("spread:*")).size();
        assertThat(keys).isPositive();
      }
      List<Line> lines = store.lines("");
      assertThat(lines).hasSize(300).isSortedAccordingTo((a, b) -> a.name().compareTo(b.name()));
      assertThat(lines.get(299).next()).isEqualTo(300);
    }
  }

  @Test
  void claim_slotMoves_neverRepeatsOrFails() {
    KeyMove there = KeyMove.toTheNext(new Keys("moving").of("seq/moved"));
    try (LineStore store = open("&prefix=moving")) {
      CountDownLatch moved = new CountDownLatch(1);
      List<List<LongRange>> claimed = Race.run(5, index -> {
        List<LongRange> mine = new ArrayList<>();
        if (index == 0) {
          try {
            mine.add(move(there, store));
            mine.add(move(there.back(), store));
          } finally {
            moved.countDown();
          }
        }
        while (index > 0 && moved.getCount() > 0) {
          long start = store.claim("seq/moved", 0, 2);
          mine.add(new LongRange(start, start + 2));
          assertThat(store.position("seq/moved")).isGreaterThanOrEqualTo(start + 2);
        }
        return mine;
      });

      List<LongRange> all = claimed.stream().flatMap(Collection::stream).toList();
      Ranges.assertTiling(all, store.position("seq/moved"));
      assertThat(store.lines("")).hasSize(1);
    }
  }

  /**
   * The new server accepts a command for a moving slot only directly after ASKING, on a connection
   * that all threads share.
   */
  @Test
  void next_manyDuringASlotMove_keepCommandPairsTogether() {
    KeyMove move = KeyMove.toTheNext(new Keys("between").of("seq/between"));
    try (LineStore store = open("&prefix=between")) {
      store.claim("seq/between", 0, 2);
      move.announce();
      try {
        move.migrate();
        String before = redirections(move.to());
        Race.run(16, index -> {
          for (int i = 0; i < 500; i++) {
            assertThat(store.position("seq/between")).isEqualTo(2);
          }
          return index;
        });
        assertThat(redirections(move.to())).isEqualTo(before);
      } finally {
        move.settle();
      }
    }
  }

  @Test
  void claim_waitWithoutReplicas_isRefused() {
    try (LineStore store = RedisStore.builder()
        .url(cluster.url() + "&wait-replicas=1")
        .timeout(Duration.ofSeconds(2))
        .open()) {
      assertThatThrownBy(() -> store.claim("seq/nobody", 0, 1))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("acknowledged=0 < wait-replicas=1");
    }
  }

  @Test
  void close_ownClusterClient_staysOpen() {
    RedisClusterClient client = RedisClusterClient.create(
        RedisURI.create("127.0.0.1", cluster.primaries().get(0).port()));
    try {
      try (LineStore store = RedisStore.builder().client(client).prefix("own").open()) {
        for (int i = 0; i < 20; i++) {
          assertThat(store.claim("seq/" + i, 0, 3)).isZero();
        }
        assertThat(store.lines("")).hasSize(20);
      }
      assertThat(client.connect().sync().hget("own:{seq/7}", "next")).isEqualTo("3");
    } finally {
      client.shutdown();
    }
  }

  @Test
  void open_clusterNotConfigured_throws() {
    String url = "redis://127.0.0.1:" + cluster.primaries().get(0).port();
    assertThatThrownBy(() -> RedisStore.builder().url(url).open())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("the server is one of a cluster, so the URL needs cluster=true");
  }

  @Test
  void read_counterInACluster_isFoundOnItsServer() {
    for (String key : List.of("a", "b", "c", "d")) {
      RedisURI owner = RedisURI.create(
          "127.0.0.1", cluster.primaries().get(cluster.firstOwner(key)).port());
      ask(owner, commands -> commands.set(key, "41"));
      PublishedCounter counter = new RedisCounterReader().read(cluster.url() + "#" + key, TIMEOUT);
      assertThat(counter.next()).isEqualTo(42);
    }
  }

  private static LineStore open(String parameters) {
    return RedisStore.builder().url(cluster.url() + parameters).timeout(TIMEOUT).open();
  }

  /** Moves a slot as an operator's tool does. Meanwhile lines cannot be listed. */
  private static LongRange move(KeyMove move, LineStore store) {
    move.announce();
    assertThatThrownBy(() -> store.lines(""))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("slots of the cluster are moving");
    long before = store.claim("seq/moved", 0, GAP);
    move.migrate();
    assertThat(store.position("seq/moved")).isGreaterThan(before);
    Await.until(
        "claims go on where the key is", () -> store.position("seq/moved") > before + GAP + 100);
    move.settle();
    long there = store.position("seq/moved");
    Await.until("claims go on where the slot is", () -> store.position("seq/moved") > there + 100);
    return new LongRange(before, before + GAP);
  }

  /** Returns how many commands a server has redirected. */
  private static String redirections(EngineProcess server) {
    return ask(server, commands -> commands.info("errorstats"))
        .lines()
        .filter(line -> line.startsWith("errorstat_MOVED"))
        .findFirst()
        .orElse("none");
  }

  /**
   * A key and its slot that move from one server to another, in the steps of an operator's tool.
   */
  private record KeyMove(String key, EngineProcess from, EngineProcess to) {

    static KeyMove toTheNext(String key) {
      int first = cluster.firstOwner(key);
      return new KeyMove(
          key, cluster.primaries().get(first), cluster.primaries().get((first + 1) % 3));
    }

    KeyMove back() {
      return new KeyMove(key, to, from);
    }

    void announce() {
      String fromId = ask(from, commands -> commands.clusterMyId());
      String toId = ask(to, commands -> commands.clusterMyId());
      ask(to, commands -> commands.clusterSetSlotImporting(slot(), fromId));
      ask(from, commands -> commands.clusterSetSlotMigrating(slot(), toId));
    }

    void migrate() {
      ask(from, commands -> commands.migrate("127.0.0.1", to.port(), key, 0, TIMEOUT.toMillis()));
    }

    void settle() {
      String toId = ask(to, commands -> commands.clusterMyId());
      for (EngineProcess server : List.of(to, from)) {
        ask(server, commands -> commands.clusterSetSlotNode(slot(), toId));
      }
    }

    private int slot() {
      return SlotHash.getSlot(key);
    }
  }
}
