package io.mintmark.store.redis;

import static io.mintmark.store.redis.RedisServers.ask;
import static io.mintmark.store.redis.RedisServers.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.LongRange;
import io.mintmark.internal.store.LineStore;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.rigs.LongRun;
import io.mintmark.testkit.Ranges;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A primary and its replica, and a Sentinel that promotes the replica. */
@Tag("long")
class RedisSentinelTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(2);
  private static final int THREADS = 4;
  private static final int ENOUGH = 200;

  @TempDir
  static Path directory;

  private static EngineProcess primary;
  private static EngineProcess replica;
  private static EngineProcess sentinel;

  @BeforeAll
  static void start() throws IOException {
    primary = RedisServers.startDurable(directory.resolve("primary"));
    List<String> options = new ArrayList<>(RedisServers.DURABLE);
    options.addAll(List.of("--replicaof", "127.0.0.1", Integer.toString(primary.port())));
    replica = RedisServers.start(directory.resolve("replica"), options.toArray(String[]::new));
    Await.until("the replica is in step", () -> says(replica, "master_link_status:up"));
    sentinel = RedisServers.startSentinel(directory.resolve("sentinel"), primary);
    RedisURI uri = RedisURI.create("redis://:watch%20word@127.0.0.1:" + sentinel.port());
    Await.until(
        "the Sentinel knows the replica",
        () -> ask(uri, commands -> commands.info("sentinel")).contains("slaves=1"));
  }

  @AfterAll
  static void end() {
    for (EngineProcess each : new EngineProcess[] {sentinel, replica, primary}) {
      if (each != null) {
        each.close();
      }
    }
  }

  /** With wait-replicas=1, every acknowledged write is on the only replica, so nothing is lost. */
  @Test
  @Tag("long")
  void claim_primaryKilled_continuesAtThePromotedOneWithoutRepeats() throws Exception {
    Collection<LongRange> claimed = new ConcurrentLinkedQueue<>();
    AtomicBoolean done = new AtomicBoolean();
    List<Thread> threads = new ArrayList<>();
    try (LineStore store = RedisStore.builder()
        .url(url("&wait-replicas=1&strict=true"))
        .timeout(TIMEOUT)
        .open()) {
      for (int i = 0; i < THREADS; i++) {
        Thread thread = new Thread(() -> {
          while (!done.get()) {
            long start = Await.answer(() -> store.claim("seq/a", 0, 3));
            claimed.add(new LongRange(start, start + 3));
          }
        });
        thread.start();
        threads.add(thread);
      }
      Await.until("claims are answered", () -> claimed.size() > ENOUGH);

      primary.kill();
      Await.until("the replica is promoted", () -> says(replica, "role:master"));
      assertThat(Await.answer(() -> store.position("seq/a"))).isPositive();
      int before = claimed.size();
      primary.restart();
      Await.until("claims are answered again", () -> claimed.size() > before + ENOUGH);
      done.set(true);
      for (Thread thread : threads) {
        thread.join();
      }

      Ranges.assertDisjoint(List.copyOf(claimed));
      long end = claimed.stream().mapToLong(LongRange::to).max().orElseThrow();
      assertThat(store.claim("seq/a", 0, 1)).isGreaterThanOrEqualTo(end);
      // On a slow host, the Sentinel may already have switched back.
      Await.until(
          "one of the two is the other's replica",
          () -> says(primary, "role:slave") || says(replica, "role:slave"));
    } finally {
      done.set(true);
    }
  }

  @Test
  void open_withoutWait_isARiskUnderSentinel() {
    try (LineStore store = RedisStore.builder().url(url("")).timeout(TIMEOUT).open()) {
      assertThat(store.durability().risks())
          .contains("wait-replicas=0: claims that a promoted replica lacks, in a failover");
    }
  }

  @Test
  void open_ownClientWithSentinels_findsThePrimary() {
    RedisClient client = RedisClient.create();
    RedisURI uri = RedisURI.Builder.sentinel("127.0.0.1", sentinel.port(), "orders", "watch word")
        .build();
    try (LineStore store = RedisStore.builder().client(client, uri).open()) {
      assertThat(store.claim("seq/own", 0, 1)).isZero();
    } finally {
      client.shutdown();
    }
  }

  @Test
  @Tag("sized")
  void open_unknownNameOrWrongPassword_failsWithTheSentinelsReason() {
    String server = "redis://127.0.0.1:" + sentinel.port();
    assertThatThrownBy(() -> open(server + "?sentinel=nobody&sentinel-password=watch%20word"))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("nobody@127.0.0.1:" + sentinel.port())
        .hasMessageNotContaining("watch");
    // Without Mintmark, the driver loses the refusal about once in a hundred times.
    for (int i = 0; i < LongRun.size(20, 1_000); i++) {
      assertThatThrownBy(() -> open(server + "?sentinel=orders&sentinel-password=hidden"))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("WRONGPASS")
          .hasMessageNotContaining("hidden");
    }
  }

  private static void open(String url) {
    RedisStore.builder().url(url).timeout(TIMEOUT).open().close();
  }

  /** The first Sentinel in the URL is down. */
  private static String url(String parameters) {
    return "redis://127.0.0.1:" + EngineProcess.freePort() + ",127.0.0.1:" + sentinel.port()
        + "?sentinel=orders&sentinel-password=watch%20word" + parameters;
  }
}
