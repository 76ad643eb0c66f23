package io.mintmark.server;

import static io.mintmark.server.Web.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.config.Config;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a generator that makes no ids, with more waiting clients than the server has threads. */
@Tag("fault")
class WaitingGeneratorTest {

  private static final int CLIENTS = 100;
  private static final long BOUND_SECONDS = 60;

  @TempDir
  private Path directory;

  private Config config() throws IOException {
    return Config.load(Files.writeString(directory.resolve("m.yaml"), """
        generators:
          holder: {type: snowflake, workers: 0..0, worker-pool: one, window: 1h}
          waits: {type: snowflake, workers: 0..0, worker-pool: one, window: 1h}
          orders: {type: sequence, strict: true}
        """));
  }

  @Test
  @Tag("long")
  void incr_laterCommandOfThePipelineWaits_isAnsweredBeforeIt() throws Exception {
    try (Server server = MemoryServer.builder()
            .store("slow:20")
            .dataDirectory(directory)
            .config(config())
            .start();
        RespClient client = new RespClient(server.resp())) {
      assertThat(next(server, "holder").statusCode()).isEqualTo(200);
      ByteArrayOutputStream commands = new ByteArrayOutputStream();
      commands.write(RespClient.repeated(3, "INCR", "orders"));
      commands.write(RespClient.command("INCR", "waits"));

      long begun = System.nanoTime();
      client.send(commands.toByteArray());
      for (long i = 1; i <= 3; i++) {
        assertThat(client.read()).isEqualTo(i);
      }
      long answeredNanos = System.nanoTime() - begun;

      assertThat(client.read()).asString().startsWith("-ERR ");
      assertThat(answeredNanos).isLessThan((System.nanoTime() - begun) / 2);
    }
  }

  @Test
  @Tag("long")
  void next_anotherGeneratorWaits_isAnswered() throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(CLIENTS + 1);
    try (Server server = MemoryServer.builder().config(config()).start()) {
      assertThat(next(server, "holder").statusCode()).isEqualTo(200);
      assertProblem(next(server, "waits"), 503, "no-idle-worker");

      List<CompletableFuture<HttpResponse<String>>> waiting = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        waiting.add(CompletableFuture.supplyAsync(() -> next(server, "waits"), clients));
      }
      for (int i = 0; i < CLIENTS; i++) {
        assertThat(CompletableFuture.supplyAsync(() -> next(server, "orders"), clients)
                .get(BOUND_SECONDS, TimeUnit.SECONDS)
                .statusCode())
            .isEqualTo(200);
      }
      assertThat(waiting).anyMatch(each -> !each.isDone());
      for (CompletableFuture<HttpResponse<String>> each : waiting) {
        assertProblem(each.get(BOUND_SECONDS, TimeUnit.SECONDS), 503, "no-idle-worker");
      }
    } finally {
      clients.shutdownNow();
    }
  }

  private static HttpResponse<String> next(Server server, String name) {
    return Web.send(server, "POST", "/v1/generators/" + name + "/next");
  }
}
