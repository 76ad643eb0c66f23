package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Timeout;

/** Clients that keep their connections open lose no request when the server ends under them. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class KeepAliveStopTest {

  private static final int STOPS = 3;
  private static final int CONNECTIONS = 16;
  private static final int ANSWERS_BEFORE = 20;

  private final Server server =
      MemoryServer.builder().drain(Duration.ofSeconds(10)).start();

  @RepeatedTest(STOPS)
  void close_underPythonsHttpClient_losesNoRequest() throws Exception {
    assertNoneIsLost("python3", "keepalive.py");
  }

  @RepeatedTest(STOPS)
  void close_underNodesFetch_losesNoRequest() throws Exception {
    assertNoneIsLost("node", "keepalive.mjs");
  }

  @RepeatedTest(STOPS)
  void close_underJavasHttpClient_losesNoRequest() throws Exception {
    HttpClient client = HttpClient.newHttpClient();
    HttpRequest request = HttpRequest.newBuilder(
            URI.create(server.url() + "/v1/generators/objectid/next"))
        .POST(HttpRequest.BodyPublishers.noBody())
        .build();
    CountDownLatch busy = new CountDownLatch(CONNECTIONS);
    ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS);
    try {
      List<Future<Integer>> clients = new ArrayList<>();
      for (int i = 0; i < CONNECTIONS; i++) {
        clients.add(threads.submit(() -> askUntilRefused(client, request, busy)));
      }
      busy.await();
      server.close();

      for (Future<Integer> each : clients) {
        assertThat(each.get()).isGreaterThanOrEqualTo(ANSWERS_BEFORE);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /** Fails if a request is neither answered nor refused at the door. */
  private static int askUntilRefused(HttpClient client, HttpRequest request, CountDownLatch busy)
      throws IOException, InterruptedException {
    int answered = 0;
    try {
      while (true) {
        HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(200);
        if (++answered == ANSWERS_BEFORE) {
          busy.countDown();
        }
      }
    } catch (ConnectException e) {
      return answered;
    }
  }

  private void assertNoneIsLost(String tool, String script) throws Exception {
    assumeTrue(isThere(tool), tool + " is not there");
    Process client = new ProcessBuilder(
            tool, script(script).toString(), Integer.toString(server.http().getPort()))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
    try (BufferedReader out = new BufferedReader(
        new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8))) {
      for (int i = 0; i < CONNECTIONS; i++) {
        assertThat(out.readLine()).isEqualTo("busy");
      }
      server.close();

      assertThat(out.readLine()).matches("answered=\\d+ lost=0");
      assertThat(client.waitFor(60, TimeUnit.SECONDS)).isTrue();
    } finally {
      client.destroyForcibly();
      server.close();
    }
  }

  private static Path script(String name) throws Exception {
    return Path.of(Objects.requireNonNull(KeepAliveStopTest.class.getResource("/clients/" + name))
        .toURI());
  }

  private static boolean isThere(String tool) {
    return List.of(System.getenv("PATH").split(File.pathSeparator)).stream()
        .anyMatch(directory -> Files.isExecutable(Path.of(directory, tool)));
  }
}
