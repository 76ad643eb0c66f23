package io.mintmark.store.redis;

import static io.mintmark.store.redis.RedisServers.ask;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.LineStore;
import io.mintmark.rigs.ChildJvm;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.rigs.ThreadLimit;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A primary of a cluster fails. It is the only one with a replica. */
@Tag("fault")
@Tag("long")
class RedisClusterFaultTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(3);

  @TempDir
  Path directory;

  private RedisCluster cluster;

  @BeforeEach
  void start() {
    cluster = RedisCluster.start(directory, true);
  }

  @AfterEach
  void end() {
    if (cluster != null) {
      cluster.close();
    }
  }

  @Test
  void claim_onePrimaryPaused_delaysOnlyItsLines() {
    String held = lineOn(1);
    String free = lineOn(2);
    EngineProcess failing = cluster.primaries().get(1);
    try (LineStore store = open()) {
      assertThat(store.claim(held, 0, 1)).isZero();
      assertThat(store.claim(free, 0, 1)).isZero();
      failing.pause();
      CompletableFuture<Throwable> refused;
      try {
        refused = CompletableFuture.supplyAsync(() -> {
          try {
            return new AssertionError("start=" + store.claim(held, 0, 1));
          } catch (StoreUnavailableException e) {
            return e;
          }
        });
        for (int i = 1; i <= 20; i++) {
          assertThat(store.claim(free, 0, 1)).isEqualTo(i);
        }
        assertThat(refused).as("the paused server still holds the other claim").isNotDone();
        assertThat(refused.join()).isInstanceOf(StoreUnavailableException.class);
        assertThat(store.now()).isPresent();
        assertThatThrownBy(() -> store.lines("")).isInstanceOf(StoreUnavailableException.class);
      } finally {
        failing.resume();
      }
      assertThat(Await.answer(() -> store.claim(held, 0, 1))).isPositive();
      assertThat(Await.answer(() -> store.lines(""))).hasSize(2);
    }
  }

  /** The claims on the other servers use the same connections. */
  @Test
  void positions_onePrimaryPaused_keepTheConnectionsToTheOthers() {
    String held = lineOn(0);
    String free = lineOn(1);
    try (LineStore store = open()) {
      assertThat(store.claim(held, 0, 1)).isZero();
      assertThat(store.claim(free, 0, 1)).isZero();
      List<String> before = clients(cluster.primaries().get(1));
      cluster.primaries().get(0).pause();
      try {
        assertThatThrownBy(() -> store.positions(List.of(held, free)))
            .isInstanceOf(StoreUnavailableException.class);
        assertThat(store.claim(free, 0, 1)).isOne();
        assertThat(clients(cluster.primaries().get(1))).isEqualTo(before);
      } finally {
        cluster.primaries().get(0).resume();
      }
    }
  }

  /** Returns the addresses of a server's clients, without its replica and without this one. */
  private static List<String> clients(EngineProcess server) {
    return ask(server, commands -> commands.clientList())
        .lines()
        .filter(client -> !client.contains(" flags=S ") && !client.contains(" cmd=client"))
        .map(client -> client.replaceAll(".* addr=(\\S+) .*", "$1"))
        .sorted()
        .toList();
  }

  @Test
  void claim_primaryKilled_continuesAtThePromotedReplica() {
    String line = lineOn(0);
    try (LineStore store = open()) {
      assertThat(store.claim(line, 0, 41)).isZero();
      String key = new Keys(Keys.DEFAULT_PREFIX).of(line);
      Await.until(
          "the replica has the line",
          () -> ask(cluster.replica(), commands -> {
            commands.readOnly();
            return "41".equals(commands.hget(key, "next"));
          }));

      cluster.primaries().get(0).kill();

      assertThat(store.claim(lineOn(2), 0, 1)).as("on another server").isZero();
      assertThat(Await.answer(() -> store.claim(line, 0, 1))).isEqualTo(41);
      assertThat(Await.answer(() -> store.lines(""))).hasSize(2);
      cluster.primaries().get(0).restart();
      assertThat(Await.answer(() -> store.claim(line, 0, 1))).isEqualTo(42);
    }
  }

  /** The claims on each server have their own threads. */
  @Test
  void close_threadStartFailedEarlier_endsAllConnections() {
    ThreadLimit.assumePossible();
    ChildJvm.Setup setup = ChildJvm.of(Child.class, cluster.url(), lineOn(0), lineOn(1), lineOn(2));
    try (ChildJvm child = setup.startedBy(ThreadLimit.prefix()).start()) {
      assertThat(child.hear()).isEqualTo("open");
      ThreadLimit.set(child);
      child.tell("claim");
      assertThat(child.hear()).contains("no thread can be started");
      ThreadLimit.lift(child);
      child.tell("claim");
      assertThat(child.hear()).isEqualTo("claimed");
      child.tell("close");
      assertThat(child.hear()).isEqualTo("closed");
      for (EngineProcess each : cluster.primaries()) {
        Await.until(
            "only who asks and a replica are connected",
            () -> ask(each, commands -> commands.clientList())
                    .lines()
                    .filter(client -> !client.contains(" flags=S "))
                    .count()
                == 1);
      }
    }
  }

  /** The program of the child JVM. It connects to all servers, and claims on command. */
  static final class Child {

    private Child() {}

    public static void main(String[] arguments) throws IOException {
      BufferedReader in =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      List<String> lines = List.of(arguments).subList(1, arguments.length);
      LineStore store = RedisStore.builder().url(arguments[0]).timeout(TIMEOUT).open();
      lines.forEach(store::position);
      System.out.println("open");
      for (String order = in.readLine(); order != null; order = in.readLine()) {
        System.out.println(order.equals("claim") ? claim(store, lines) : close(store));
      }
    }

    private static String claim(LineStore store, List<String> lines) {
      try {
        lines.forEach(line -> store.claim(line, 0, 1));
        return "claimed";
      } catch (StoreUnavailableException e) {
        return String.valueOf(e.getMessage());
      }
    }

    private static String close(LineStore store) {
      store.close();
      return "closed";
    }
  }

  private LineStore open() {
    return RedisStore.builder().url(cluster.url()).timeout(TIMEOUT).open();
  }

  /** Finds the name of a line on the given primary. */
  private String lineOn(int primary) {
    Keys keys = new Keys(Keys.DEFAULT_PREFIX);
    List<String> names = IntStream.range(0, 1_000).mapToObj(i -> "seq/" + i).toList();
    return names.stream()
        .filter(name -> cluster.firstOwner(keys.of(name)) == primary)
        .findFirst()
        .orElseThrow();
  }
}
