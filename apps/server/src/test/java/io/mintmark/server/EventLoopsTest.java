package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mintmark.rigs.BreakableNetwork;
import io.mintmark.rigs.EngineProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** While clients wait for the store, those go on that need it for nothing. */
@Tag("fault")
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EventLoopsTest {

  private static final int CLIENTS = 64;
  /** What a claim may take and a second; and another two, as tests run beside others. */
  private static final Duration ANSWERED_WITHIN = Duration.ofSeconds(8);

  /**
   * A quiet machine takes 50 ms. A busy one stops a process for longer than that, but not for as
   * long as a client waits for the store: that takes seconds.
   */
  private static final Duration UNDISTURBED = Duration.ofSeconds(2);

  private static final String LIVE = "GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n";
  private static final String OBJECT_ID = next("objectid");

  @TempDir
  private Path directory;

  private static String next(String name) {
    return "POST /v1/generators/" + name + "/next HTTP/1.1\r\nHost: localhost\r\n\r\n";
  }

  @Test
  @Tag("long")
  void otherNames_storeStalls_keepNobodyElseWaiting() throws Exception {
    try (Server store = MemoryServer.builder().start();
        BreakableNetwork network = BreakableNetwork.to(store.http().getPort());
        Server server = on("mintmark://127.0.0.1:" + network.port())) {
      network.cut();

      assertNobodyElseWaits(server);
    }
  }

  @Test
  @Tag("long")
  void otherNames_engineIsStoppedInItsTracks_keepNobodyElseWaiting() throws Exception {
    Optional<Path> program = EngineProcess.find("redis-server");
    assumeTrue(program.isPresent(), "needs redis-server on the host");
    int port = EngineProcess.freePort();
    String number = Integer.toString(port);
    List<String> command = List.of(program.get().toString(), "--port", number);
    try (EngineProcess redis = EngineProcess.start(directory.resolve("redis"), port, command);
        Server server = on("redis://127.0.0.1:" + port)) {
      redis.pause();
      try {
        assertNobodyElseWaits(server);
      } finally {
        redis.resume();
      }
    }
  }

  @Test
  @Tag("long")
  void otherNames_storeTakesASecond_keepNobodyElseWaiting() throws Exception {
    try (Server server = on("slow:1000")) {
      assertNobodyElseWaits(server);
    }
  }

  private Server on(String store) {
    return MemoryServer.builder().store(store).dataDirectory(directory).start();
  }

  private static void assertNobodyElseWaits(Server server) throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    CountDownLatch answered = new CountDownLatch(CLIENTS);
    try (RawHttp other = new RawHttp(server)) {
      assertThat(other.status(OBJECT_ID)).isEqualTo(200);
      List<Future<Duration>> waits = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        String name = "name" + i;
        waits.add(clients.submit(() -> {
          try {
            return ask(server, name);
          } finally {
            answered.countDown();
          }
        }));
      }
      List<Duration> live = new ArrayList<>();
      List<Duration> ids = new ArrayList<>();
      while (!answered.await(5, TimeUnit.MILLISECONDS)) {
        live.add(timed(() -> assertThat(other.status(LIVE)).isEqualTo(200)));
        ids.add(timed(() -> assertThat(other.status(OBJECT_ID)).isEqualTo(200)));
      }

      List<Duration> all = new ArrayList<>();
      for (Future<Duration> each : waits) {
        all.add(each.get());
      }
      System.out.printf(
          "live: %s%nobjectid: %s%nwho waits: %s%n", figures(live), figures(ids), figures(all));
      assertThat(all).allMatch(wait -> wait.compareTo(ANSWERED_WITHIN) < 0);
      assertThat(percentile(live, 99)).isLessThan(UNDISTURBED);
      assertThat(percentile(ids, 99)).isLessThan(UNDISTURBED);
    } finally {
      clients.shutdownNow();
    }
  }

  private static String figures(List<Duration> times) {
    return "p50=%s p99=%s max=%s of %s"
        .formatted(
            percentile(times, 50), percentile(times, 99), Collections.max(times), times.size());
  }

  private static Duration percentile(List<Duration> times, int percent) {
    return times.stream()
        .sorted()
        .skip((long) times.size() * percent / 100)
        .findFirst()
        .orElseThrow();
  }

  private static Duration ask(Server server, String name) throws IOException {
    try (RawHttp client = new RawHttp(server)) {
      return timed(() -> assertThat(client.status(next(name))).isIn(200, 503));
    }
  }

  private interface Call {
    void run() throws IOException;
  }

  private static Duration timed(Call call) throws IOException {
    long begun = System.nanoTime();
    call.run();
    return Duration.ofNanos(System.nanoTime() - begun);
  }
}
