package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.Mintmark;
import io.mintmark.config.Config;
import io.mintmark.key.KeyRequest;
import io.mintmark.service.IdService;
import io.mintmark.service.Problem;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a server that receives SIGTERM while its clients continue. */
@Tag("long")
class DrainTest {

  private static final int CLIENTS = 64;
  private static final int ANSWERS_BEFORE = 5_000;
  private static final Duration DRAIN = Duration.ofSeconds(50);

  @TempDir
  private Path directory;

  private ChildProcess server() throws IOException {
    Path config =
        Files.writeString(directory.resolve("mintmark.yaml"), """
        server: {drain: %ds}
        generators:
          segmented: {type: sequence}
          strict: {type: sequence, strict: true}
        """.formatted(DRAIN.toSeconds()));
    return new ChildProcess(ChildServer.class, config, directory.resolve("data"));
  }

  private static InetSocketAddress address(ChildProcess server) throws IOException {
    int port = Integer.parseInt(server.readLine());
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  @Test
  void termination_under64PipeliningClients_cutsNoAnswerAndExitsWithZero() throws Exception {
    List<PipeliningClient> clients = new ArrayList<>();
    CountDownLatch enough = new CountDownLatch(ANSWERS_BEFORE);
    try (ChildProcess server = server()) {
      InetSocketAddress resp = address(server);
      InetSocketAddress http = address(server);
      // Connected first, so that the server accepts them before the clients that get replies.
      try (Socket silent = new Socket(http.getAddress(), http.getPort());
          Socket silentToo = new Socket(resp.getAddress(), resp.getPort())) {
        for (int i = 0; i < CLIENTS; i += 4) {
          clients.add(PipeliningClient.http(http, "strict", enough));
          clients.add(PipeliningClient.http(http, "segmented", enough));
          clients.add(PipeliningClient.resp(resp, "strict", enough));
          clients.add(PipeliningClient.resp(resp, "segmented", enough));
        }
        clients.forEach(Thread::start);
        assertThat(enough.await(60, TimeUnit.SECONDS)).isTrue();
        awaitAnswerToEach(clients);

        long asked = System.nanoTime();
        assertThat(server.terminate()).isZero();
        assertThat(Duration.ofNanos(System.nanoTime() - asked)).isLessThan(DRAIN);
        assertThat(silent.getInputStream().read()).isNegative();
        assertThat(silentToo.getInputStream().read()).isNegative();
      }
    }

    for (PipeliningClient client : clients) {
      client.join();
      assertThat(client.wasCut()).isFalse();
    }
    assertThat(clients).anyMatch(PipeliningClient::wasToldTheLast);
    assertThat(numbers(clients, 0)).hasSizeGreaterThan(CLIENTS).doesNotHaveDuplicates();
    assertThat(numbers(clients, 1)).hasSizeGreaterThan(CLIENTS).doesNotHaveDuplicates();
  }

  /**
   * Waits for a reply to each client, because a client that the server has not accepted before the
   * ports close is refused.
   */
  private static void awaitAnswerToEach(List<PipeliningClient> clients) {
    long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (clients.stream().anyMatch(client -> client.answered().isEmpty())) {
      assertThat(System.nanoTime() - deadline).isNegative();
      LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
    }
  }

  /** Returns the numbers of every second client. The clients use two names in turn. */
  private static List<Long> numbers(List<PipeliningClient> clients, int remainder) {
    List<Long> numbers = new ArrayList<>();
    for (int i = remainder; i < clients.size(); i += 2) {
      numbers.addAll(clients.get(i).answered());
    }
    return numbers;
  }

  @Test
  void readiness_stoppingServer_isRefusedWhileIdsAreMade() {
    try (Mintmark mint = Mintmark.open("memory:")) {
      IdService service = new IdService(mint, Config.standard());
      assertThat(service.readiness().problem()).isEmpty();
      service.stop();

      assertThat(service.readiness().problem()).map(Problem::kind).contains(Problem.Kind.CLOSING);
      assertThat(service.nextAsync("snowflake", 1, KeyRequest.PLAIN).join()).hasSize(1);
    }
  }
}
