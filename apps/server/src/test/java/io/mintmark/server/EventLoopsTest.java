package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mintmark.rigs.BreakableNetwork;
import io.mintmark.rigs.EngineProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
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

/** Tests that clients that wait for the store do not delay clients that do not need the store. */
@Tag("fault")
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EventLoopsTest {

  private static final int CLIENTS = 64;
  /**
   * The minimum number of rounds with other names. An event loop that waits for the store would
   * answer at most one.
   */
  private static final int MANY = 10;

  private static final String LIVE = "GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n";
  private static final String OBJECT_ID = next("objectid");

  @TempDir
  private Path directory;

  private static String next(String name) {
    return "POST /v1/generators/" + name + "/next HTTP/1.1\r\nHost: localhost\r\n\r\n";
  }

  @Test
  @Tag("long")
  void otherNames_storeStalls_doNotWait() throws Exception {
    try (Server store = MemoryServer.builder().start();
        BreakableNetwork network = BreakableNetwork.to(store.http().getPort());
        Server server = on("mintmark://127.0.0.1:" + network.port())) {
      network.cut();

      assertNobodyElseWaits(server);
    }
  }

  @Test
  @Tag("long")
  void otherNames_enginePaused_doNotWait() throws Exception {
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
  void otherNames_slowStore_doNotWait() throws Exception {
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
      List<Future<Integer>> waits = new ArrayList<>();
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
      int rounds = 0;
      while (!answered.await(5, TimeUnit.MILLISECONDS)) {
        assertThat(other.status(LIVE)).isEqualTo(200);
        assertThat(other.status(OBJECT_ID)).isEqualTo(200);
        rounds++;
      }

      for (Future<Integer> each : waits) {
        assertThat(each.get()).isIn(200, 503);
      }
      assertThat(rounds).as("rounds while %s clients wait", CLIENTS).isGreaterThan(MANY);
    } finally {
      clients.shutdownNow();
    }
  }

  private static int ask(Server server, String name) throws IOException {
    try (RawHttp client = new RawHttp(server)) {
      return client.status(next(name));
    }
  }
}
