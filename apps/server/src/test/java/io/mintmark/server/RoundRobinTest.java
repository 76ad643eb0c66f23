package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.rigs.EngineProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests clients that use several servers of one store in turn. */
@Tag("fault")
@Timeout(120)
class RoundRobinTest {

  private static final int CLIENTS = 4;
  private static final int BEFORE = 200;
  private static final int AFTER = 200;
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @TempDir
  private Path directory;

  private final HttpClient http = HttpClient.newHttpClient();

  @Test
  @Tag("long")
  void next_oneOfTwoServersKilled_continuesAndRepeatsNothing() throws Exception {
    ExecutorService executor = Executors.newFixedThreadPool(CLIENTS);
    try (EngineProcess store = StoreServer.start(directory.resolve("store"));
        EngineProcess one = server("one", store);
        EngineProcess two = server("two", store)) {
      CountDownLatch half = new CountDownLatch(CLIENTS);
      CountDownLatch killed = new CountDownLatch(1);
      List<Future<List<String>>> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        Callable<List<String>> client = () -> {
          List<String> drawn = draw(List.of(one, two), BEFORE);
          half.countDown();
          drawn.addAll(draw(List.of(one, two), 1)); // The server is killed during these calls.
          assertThat(killed.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
          drawn.addAll(draw(List.of(one, two), AFTER));
          return drawn;
        };
        clients.add(executor.submit(client));
      }
      assertThat(half.await(60, TimeUnit.SECONDS)).isTrue();
      one.kill();
      killed.countDown();

      List<String> all = new ArrayList<>();
      for (Future<List<String>> client : clients) {
        all.addAll(client.get());
      }
      assertThat(all).hasSize(CLIENTS * (BEFORE + 1 + AFTER)).doesNotHaveDuplicates();
    } finally {
      executor.shutdownNow();
    }
  }

  private EngineProcess server(String name, EngineProcess store) {
    return StoreServer.start(directory.resolve(name), "mintmark://127.0.0.1:" + store.port());
  }

  /** Draws ids from the servers in turn, and from the other server if one does not answer. */
  private List<String> draw(List<EngineProcess> servers, int count) throws InterruptedException {
    List<String> drawn = new ArrayList<>();
    int failed = 0;
    for (int turn = 0; drawn.size() < count; turn++) {
      try {
        drawn.add(next(servers.get(turn % servers.size())));
        failed = 0;
      } catch (IOException e) {
        failed++;
        assertThat(failed).as("servers that failed in a row").isLessThan(servers.size());
      }
    }
    return drawn;
  }

  private String next(EngineProcess server) throws IOException, InterruptedException {
    URI next = URI.create("http://127.0.0.1:" + server.port() + "/v1/generators/turns/next");
    HttpResponse<String> answer = http.send(
        HttpRequest.newBuilder(next)
            .POST(HttpRequest.BodyPublishers.noBody())
            .header("accept", "text/plain")
            .timeout(PATIENCE)
            .build(),
        HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return answer.body();
  }
}
