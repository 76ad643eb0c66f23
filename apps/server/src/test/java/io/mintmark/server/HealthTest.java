package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mintmark.rigs.CapturedLog;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.rigs.SmallDisk;
import io.mintmark.service.StoreHealth;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a server detects a store that answers reads but takes no claims. */
@Tag("fault")
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HealthTest {

  /**
   * Three times the minimum, because other tests run at the same time. The minimum is twice the
   * interval between two checks, plus the timeout of a call.
   */
  private static final Duration NOTICED_WITHIN = Duration.ofSeconds(45);

  private static final int SMALL_DISK_MB = 3;

  @TempDir
  private Path directory;

  @Test
  @Tag("long")
  void ready_storeOnAFullDisk_isRefusedUntilThereIsSpace() throws Exception {
    try (CapturedLog log = new CapturedLog(StoreHealth.class);
        SmallDisk disk = SmallDisk.mount(directory.resolve("disk"), SMALL_DISK_MB);
        Server server = Server.builder()
            .http("127.0.0.1:0")
            .resp("127.0.0.1:0")
            .dataDirectory(disk.directory().resolve("data"))
            .start()) {
      awaitReady(server, 200);
      disk.fill();
      HttpResponse<String> refused = awaitReady(server, 503);
      assertThat(refused.body()).contains("store-unavailable", "\"since\"");
      assertThat(metric(server, "mintmark_store_up")).isEqualTo("0.0");

      disk.free();
      awaitReady(server, 200);
      assertThat(Web.send(server, "POST", "/v1/generators/orders/next").statusCode())
          .isEqualTo(200);
      assertThat(log.messages()).hasSize(2);
      assertThat(log.messages().get(0)).contains("the store takes no claims: ", "full");
      assertThat(log.messages().get(1)).matches("the store takes claims again: downForMs=\\d+");
    }
  }

  @Test
  @Tag("long")
  void ready_redisWithoutEnoughReplicas_isRefusedUntilItAcceptsWrites() throws Exception {
    Optional<Path> program = EngineProcess.find("redis-server");
    assumeTrue(program.isPresent(), "needs redis-server on the host");
    int port = EngineProcess.freePort();
    List<String> command =
        List.of(program.get().toString(), "--port", Integer.toString(port), "--bind", "127.0.0.1");
    try (EngineProcess redis = EngineProcess.start(directory, port, command);
        RespClient admin =
            new RespClient(new InetSocketAddress(InetAddress.getLoopbackAddress(), redis.port()));
        Server server = Server.builder()
            .http("127.0.0.1:0")
            .resp("127.0.0.1:0")
            .dataDirectory(directory.resolve("data"))
            .store("redis://127.0.0.1:" + port + "?new=true")
            .start()) {
      awaitReady(server, 200);
      assertThat(admin.call("CONFIG", "SET", "min-replicas-to-write", "1")).isEqualTo("+OK");
      HttpResponse<String> refused = awaitReady(server, 503);
      assertThat(refused.body()).contains("store-unavailable", "NOREPLICAS");

      assertThat(admin.call("CONFIG", "SET", "min-replicas-to-write", "0")).isEqualTo("+OK");
      awaitReady(server, 200);
    }
  }

  private static String metric(Server server, String name) {
    return Web.send(server, "GET", "/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith(name + " "))
        .map(line -> line.substring(name.length() + 1))
        .findFirst()
        .orElseThrow();
  }

  private static HttpResponse<String> awaitReady(Server server, int status) {
    return await(() -> Web.send(server, "GET", "/health/ready"), status);
  }

  private static HttpResponse<String> await(Supplier<HttpResponse<String>> ask, int status) {
    long deadline = System.nanoTime() + NOTICED_WITHIN.toNanos();
    HttpResponse<String> response = ask.get();
    while (response.statusCode() != status) {
      assertThat(System.nanoTime() - deadline).as(response.body()).isNegative();
      LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
      response = ask.get();
    }
    return response;
  }
}
