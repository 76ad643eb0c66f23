package io.mintmark.store.redis;

import static io.mintmark.store.redis.RedisServers.ask;
import static io.mintmark.store.redis.RedisServers.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.Mintmark;
import io.mintmark.error.StoreRewoundException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.LineStore;
import io.mintmark.rigs.BreakableNetwork;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.sequence.Sequence;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The losses of a failover, and their effects. The network between a primary and its replica is
 * cut, so the replica lacks later acknowledged writes. Then the primary is killed, the replica is
 * promoted, and the primary's address leads to it.
 */
@Tag("fault")
@Tag("long")
class RedisFailoverTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(2);

  @TempDir
  Path directory;

  private EngineProcess primary;
  private EngineProcess replica;
  private BreakableNetwork replication;
  private BreakableNetwork address;

  @BeforeEach
  void start() {
    primary = RedisServers.startDurable(directory.resolve("primary"));
    replication = BreakableNetwork.to(primary.port());
    replica = RedisServers.start(
        directory.resolve("replica"),
        "--replicaof",
        "127.0.0.1",
        Integer.toString(replication.port()));
    address = BreakableNetwork.to(primary.port());
    Await.until("the replica is in step", () -> says(replica, "master_link_status:up"));
  }

  @AfterEach
  void end() throws Exception {
    for (AutoCloseable each : new AutoCloseable[] {address, replication, replica, primary}) {
      if (each != null) {
        each.close();
      }
    }
  }

  @Test
  void sequence_claimsLost_throwsInItsOwnProcess() {
    try (Mintmark mint = open("")) {
      Sequence segmented = mint.sequence("orders", s -> s.strict(false).segment(10, 10));
      Sequence strict = mint.sequence("invoices", s -> s.strict(true));
      assertThat(segmented.next()).isEqualTo(1);
      assertThat(strict.next()).isEqualTo(1);
      settle();
      replication.cut();
      for (int i = 2; i <= 30; i++) {
        assertThat(segmented.next()).isEqualTo(i);
        assertThat(strict.next()).isEqualTo(i);
      }

      failOver();

      assertThatThrownBy(() -> drawAcross(strict, 1)).isInstanceOf(StoreRewoundException.class);
      assertThatThrownBy(() -> drawAcross(segmented, 30))
          .isInstanceOf(StoreRewoundException.class)
          .hasMessageContaining("seq/orders");
    }
  }

  @Test
  void sequence_linesRaisedPastTheLoss_continuesWithoutRepeats() {
    Set<Long> drawn = new HashSet<>();
    try (Mintmark mint = open("")) {
      Sequence orders = mint.sequence("orders", s -> s.strict(true));
      drawn.add(orders.next());
      settle();
      replication.cut();
      for (int i = 0; i < 20; i++) {
        assertThat(drawn.add(orders.next())).isTrue();
      }
      failOver();
      assertThatThrownBy(() -> drawAcross(orders, 1)).isInstanceOf(StoreRewoundException.class);
    }

    try (LineStore raise = RedisStore.builder().url(url("")).open()) {
      long lost = raise.position("seq/orders");
      assertThat(lost).isLessThan(21);
      assertThat(raise.compareAndSet("seq/orders", lost, 1_000)).isTrue();
    }
    try (Mintmark mint = open("")) {
      Sequence orders = mint.sequence("orders", s -> s.strict(true));
      for (int i = 0; i < 100; i++) {
        assertThat(drawn.add(orders.next())).isTrue();
      }
    }
  }

  /** Mintmark cannot detect this case. The page on Redis documents it. */
  @Test
  void sequence_newProcessAfterTheLoss_repeatsLostNumbers() {
    List<Long> lost = new ArrayList<>();
    try (Mintmark mint = open("")) {
      Sequence orders = mint.sequence("orders", s -> s.strict(true));
      orders.next();
      settle();
      replication.cut();
      for (int i = 0; i < 5; i++) {
        lost.add(orders.next());
      }
    }
    failOver();

    try (Mintmark mint = open("")) {
      Sequence orders = mint.sequence("orders", s -> s.strict(true));
      assertThat(lost).contains(drawAcross(orders, 1));
    }
  }

  @Test
  void claim_waitForDisconnectedReplica_throwsAndBurns() {
    try (LineStore store =
        RedisStore.builder().url(url("?wait-replicas=1")).timeout(TIMEOUT).open()) {
      assertThat(store.claim("seq/a", 0, 5)).isZero();
      replication.cut();

      assertThatThrownBy(() -> store.claim("seq/a", 0, 5))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("acknowledged=0 < wait-replicas=1");
      assertThat(store.position("seq/a")).isEqualTo(10);

      failOver();
    }
    try (LineStore store = RedisStore.builder().url(url("")).timeout(TIMEOUT).open()) {
      assertThat(store.claim("seq/a", 0, 1)).as("nothing answered was lost").isEqualTo(5);
    }
  }

  @Test
  void open_replica_isARiskUnlessClaimsWaitForIt() {
    try (LineStore store = RedisStore.builder().url(url("")).timeout(TIMEOUT).open()) {
      assertThat(store.durability().risks())
          .contains("wait-replicas=0: claims that a promoted replica lacks")
          .contains("min-replicas-to-write=0: claims on a primary that was cut off");
    }
    try (LineStore store = RedisStore.builder()
        .url(url("?wait-replicas=1&strict=true"))
        .timeout(TIMEOUT)
        .open()) {
      assertThat(store.durability().isRisky()).isFalse();
      assertThat(store.canLoseAcknowledgedWrites()).isTrue();
    }
  }

  @Test
  void open_replicaItself_isRefused() {
    String url = "redis://127.0.0.1:" + replica.port();
    assertThatThrownBy(() -> RedisStore.builder().url(url).timeout(TIMEOUT).open())
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("role=[slave, 127.0.0.1, " + replication.port());
  }

  @Test
  void claim_primaryDemoted_throwsAndContinuesAtTheNewPrimary() {
    try (LineStore store = RedisStore.builder().url(url("")).timeout(TIMEOUT).open()) {
      assertThat(store.claim("seq/a", 0, 1)).isZero();
      settle();
      ask(replica, commands -> commands.replicaofNoOne());
      ask(primary, commands -> commands.replicaof("127.0.0.1", replica.port()));

      assertThatThrownBy(() -> store.claim("seq/a", 0, 1))
          .isInstanceOf(StoreUnavailableException.class);
      address.leadTo(replica.port());
      assertThat(Await.answer(() -> store.claim("seq/a", 0, 1))).isEqualTo(1);
    }
  }

  /** Waits until the replica has received every write of the primary. */
  private void settle() {
    long written = offset(primary);
    Await.until("the replica has all", () -> offset(replica) >= written);
  }

  private static long offset(EngineProcess server) {
    String info = ask(server, commands -> commands.info("replication"));
    String name = info.contains("role:master") ? "master_repl_offset:" : "slave_repl_offset:";
    int at = info.indexOf(name) + name.length();
    return Long.parseLong(info.substring(at, info.indexOf('\r', at)));
  }

  private void failOver() {
    primary.kill();
    ask(replica, commands -> commands.replicaofNoOne());
    address.leadTo(replica.port());
  }

  private Mintmark open(String parameters) {
    return Mintmark.builder().store(url(parameters)).claimTimeout(TIMEOUT).open();
  }

  private String url(String parameters) {
    return "redis://127.0.0.1:" + address.port() + parameters;
  }

  /**
   * Draws so many numbers that a new claim is needed. A broken connection may refuse some calls.
   */
  private static long drawAcross(Sequence sequence, int numbers) {
    long last = 0;
    for (int i = 0; i < numbers; i++) {
      last = Await.answer(sequence::next);
    }
    return last;
  }
}
