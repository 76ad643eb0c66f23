package io.mintmark.store.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.LongRange;
import io.mintmark.internal.store.Durability.Setting;
import io.mintmark.rigs.ClaimingProcess;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.testkit.Ranges;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An ensemble of three real servers, with eight claiming threads in two processes. */
@Tag("fault")
@Tag("long")
final class ZooKeeperEnsembleTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(2);
  private static final Duration SHORT = Duration.ofSeconds(1);
  private static final Duration BOUND = Duration.ofSeconds(60);
  private static final Duration GOES_ON = Duration.ofSeconds(30);
  private static final int CLAIMS = 200;

  @TempDir
  static Path directory;

  private static List<EngineProcess> servers = List.of();

  @BeforeAll
  static void start() throws IOException {
    servers = ZooKeeperServers.ensemble(directory);
  }

  /** A server that an earlier test has killed may still be restarting. */
  @BeforeEach
  void awaitAll() {
    servers.forEach(ZooKeeperServers::awaitServing);
  }

  @AfterAll
  static void end() {
    servers.forEach(EngineProcess::close);
  }

  @Test
  void claim_leaderKilledUnderLoad_neverRepeatsAndRecovers() throws Exception {
    try (ClaimingProcess one = ClaimingProcess.start(url(), TIMEOUT, "killed/");
        ClaimingProcess two = ClaimingProcess.start(url(), TIMEOUT, "killed/")) {
      one.awaitAnswers(CLAIMS, BOUND);
      two.awaitAnswers(CLAIMS, BOUND);

      EngineProcess leader = leader();
      leader.kill();
      one.awaitAnswers(one.answers() + CLAIMS, GOES_ON);
      two.awaitAnswers(two.answers() + CLAIMS, GOES_ON);
      leader.restart();
      one.awaitAnswers(one.answers() + CLAIMS, GOES_ON);

      Map<String, List<LongRange>> claimed = new HashMap<>();
      for (ClaimingProcess process : List.of(one, two)) {
        process
            .end()
            .forEach((line, ranges) ->
                claimed.computeIfAbsent(line, name -> new ArrayList<>()).addAll(ranges));
      }
      assertThat(claimed).hasSize(1 + 2 * ClaimingProcess.THREADS);
      try (ZooKeeperStore store =
          ZooKeeperStore.builder().url(url()).timeout(BOUND).open()) {
        claimed.forEach((line, ranges) -> {
          Ranges.assertDisjoint(ranges);
          long end = ranges.stream().mapToLong(LongRange::to).max().orElseThrow();
          assertThat(store.position(line)).as(line).isGreaterThanOrEqualTo(end);
        });
      }
    }
  }

  @Test
  void everyCall_majorityDown_failsInTimeAndRecovers() {
    List<EngineProcess> majority = servers.subList(0, 2);
    try (ZooKeeperStore store =
        ZooKeeperStore.builder().url(url()).timeout(SHORT).open()) {
      store.claim("majority", 0, 1);
      majority.forEach(EngineProcess::kill);
      awaitReadsRefused(store);

      assertRefusedInTime(() -> store.claim("majority", 0, 1));
      assertRefusedInTime(() -> store.position("majority"));
      assertRefusedInTime(() -> store.lines(""));
      assertRefusedInTime(store::now);
      assertRefusedInTime(
          () -> ZooKeeperStore.builder().url(url()).timeout(SHORT).open().close());

      majority.forEach(EngineProcess::restart);
      assertThat(claimSoon(store, "majority")).isPositive();
    }
  }

  @Test
  void open_ensembleWithStrict_succeedsAndCountsMembers() {
    try (ZooKeeperStore store =
        ZooKeeperStore.builder().url(url() + "?strict=true").timeout(BOUND).open()) {
      assertThat(store.durability().settings()).contains(Setting.good("voting members", "3"));
      assertThat(store.durability().isRisky()).isFalse();
      assertThat(store.canLoseAcknowledgedWrites()).isFalse();
    }
  }

  /** A paused server is behind when it is resumed. Its replies must not be. */
  @Test
  void everyCall_throughALaggingServer_seesAcknowledgedWrites() throws Exception {
    EngineProcess lagging = servers.stream()
        .filter(server -> ZooKeeperServers.mode(server).equals("follower"))
        .findFirst()
        .orElseThrow();
    EngineProcess other =
        servers.stream().filter(server -> server != lagging).findFirst().orElseThrow();
    try (ZooKeeperStore one = openOn(other);
        ZooKeeperStore two = openOn(lagging)) {
      for (int i = 0; i < 20; i++) {
        String line = "lag/" + i;
        lagging.pause();
        assertThat(one.compareAndSet(line, 0, 5)).isTrue();
        CompletableFuture<Long> told = new CompletableFuture<>();
        boolean asks = i % 2 == 0;
        Thread caller = new Thread(() ->
            told.complete(asks ? two.position(line) : two.compareAndSet(line, 5, 6) ? 5 : -1));
        caller.start();
        // The read is sent before the server is resumed, so that it is processed together with the
        // missed writes.
        while (caller.isAlive() && caller.getState() != Thread.State.TIMED_WAITING) {
          Thread.onSpinWait();
        }
        lagging.resume();
        assertThat(told.get(60, TimeUnit.SECONDS)).as(line).isEqualTo(5);
        assertThat(two.lines(line)).hasSize(1);
      }
    }
  }

  private static ZooKeeperStore openOn(EngineProcess server) {
    return ZooKeeperStore.builder()
        .url(ZooKeeperServers.url(server.port()))
        .timeout(BOUND)
        .open();
  }

  private static String url() {
    return ZooKeeperServers.url(servers.stream().mapToInt(EngineProcess::port).toArray());
  }

  private static EngineProcess leader() {
    return servers.stream()
        .filter(server -> ZooKeeperServers.mode(server).equals("leader"))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no server leads"));
  }

  private static void assertRefusedInTime(Runnable call) {
    long start = System.nanoTime();
    assertThatThrownBy(call::run).isInstanceOf(StoreUnavailableException.class);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(GOES_ON);
  }

  /** If the remaining server is the leader, it answers reads until it detects that it is alone. */
  private static void awaitReadsRefused(ZooKeeperStore store) {
    long deadline = System.nanoTime() + GOES_ON.toNanos();
    while (true) {
      try {
        assertThat(store.position("majority")).isEqualTo(1);
        assertThat(System.nanoTime()).isLessThan(deadline);
      } catch (StoreUnavailableException e) {
        return;
      }
    }
  }

  private static long claimSoon(ZooKeeperStore store, String line) {
    long deadline = System.nanoTime() + GOES_ON.toNanos();
    while (true) {
      try {
        return store.claim(line, 0, 1);
      } catch (StoreUnavailableException e) {
        assertThat(System.nanoTime()).as(e.getMessage()).isLessThan(deadline);
      }
    }
  }
}
