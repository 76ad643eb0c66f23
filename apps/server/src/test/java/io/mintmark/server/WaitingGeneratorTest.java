package io.mintmark.server;

import static io.mintmark.server.Web.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.config.Config;
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

  @Test
  @Tag("long")
  void next_anotherGeneratorWaits_isAnswered() throws Exception {
    Path file = Files.writeString(directory.resolve("m.yaml"), """
        generators:
          holder: {type: snowflake, workers: 0..0, worker-pool: one, window: 1h}
          waits: {type: snowflake, workers: 0..0, worker-pool: one, window: 1h}
          orders: {type: sequence, strict: true}
        """);
    ExecutorService clients = Executors.newFixedThreadPool(CLIENTS + 1);
    try (Server server = MemoryServer.builder().config(Config.load(file)).start()) {
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
