package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.rigs.LongRun;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests servers and clients in separate processes, on the embedded store. */
@Tag("fault")
@Tag("long")
class ProcessTest {

  private static final int KILLS = LongRun.size(1, 20);
  private static final int CLIENTS = 64;
  private static final int ANSWERS_BEFORE_A_KILL = 2_000;

  @TempDir
  private Path directory;

  private Path config;

  @BeforeEach
  void configure() throws IOException {
    config = Files.writeString(directory.resolve("mintmark.yaml"), """
        generators:
          to100: {type: sequence, cycle: 1..100}
          to99: {type: sequence, cycle: 0..99}
          to2000: {type: sequence, cycle: 1..2000}
          segmented: {type: sequence}
          strict: {type: sequence, strict: true}
        """);
  }

  private ChildProcess server() throws IOException {
    return new ChildProcess(ChildServer.class, config, directory.resolve("data"));
  }

  private static InetSocketAddress address(ChildProcess server) throws IOException {
    int port = Integer.parseInt(server.readLine());
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  @ParameterizedTest
  @Tag("long")
  @CsvSource({"to100, 1, 100, 20", "to99, 0, 99, 20", "to2000, 1, 2000, 1"})
  void cycle_usedByFourProcesses_hasEveryValueEquallyOften(
      String name, long first, long last, int times) throws Exception {
    Map<Long, Integer> counts = new HashMap<>();
    try (ChildProcess server = server()) {
      int port = address(server).getPort();
      List<ChildProcess> clients = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        clients.add(new ChildProcess(ChildClient.class, port, name, 5, 100));
      }
      for (ChildProcess client : clients) {
        client.readAll().forEach(line -> counts.merge(Long.parseLong(line), 1, Integer::sum));
        assertThat(client.exitValue()).isZero();
      }
    }

    for (long value = first; value <= last; value++) {
      assertThat(counts).containsEntry(value, times);
    }
    assertThat(counts).hasSize((int) (last - first + 1));
  }

  @Test
  @Tag("sized")
  void kill_under64PipeliningClients_repeatsNoNumberAfterTheRestart() throws Exception {
    kill("segmented");
  }

  @Test
  @Tag("long")
  void kill_under64PipeliningClientsOfAStrictSequence_repeatsNoNumber() throws Exception {
    kill("strict");
  }

  private void kill(String name) throws Exception {
    List<Long> all = new ArrayList<>();
    for (int i = 0; i <= KILLS; i++) {
      long highest = all.stream().mapToLong(Long::longValue).max().orElse(0);
      List<PipeliningClient> clients = new ArrayList<>();
      try (ChildProcess server = server()) {
        InetSocketAddress resp = address(server);
        InetSocketAddress http = address(server);
        CountDownLatch enough = new CountDownLatch(ANSWERS_BEFORE_A_KILL);
        for (int client = 0; client < CLIENTS; client += 2) {
          clients.add(PipeliningClient.http(http, name, enough));
          clients.add(PipeliningClient.resp(resp, name, enough));
        }
        clients.forEach(Thread::start);
        assertThat(enough.await(60, TimeUnit.SECONDS)).isTrue();
        server.kill();
        for (PipeliningClient client : clients) {
          client.join();
        }
      }
      List<Long> answered =
          clients.stream().flatMap(client -> client.answered().stream()).toList();
      assertThat(answered).allSatisfy(number -> assertThat(number).isGreaterThan(highest));
      all.addAll(answered);
    }

    assertThat(all)
        .hasSizeGreaterThanOrEqualTo((KILLS + 1) * ANSWERS_BEFORE_A_KILL)
        .doesNotHaveDuplicates();
  }

  @Test
  void termination_withClientsConnected_exitsWithZeroAndFreesTheStore() throws Exception {
    try (ChildProcess server = server();
        RespClient client = new RespClient(address(server))) {
      assertThat(client.increment("strict")).isEqualTo(1);

      assertThat(server.terminate()).isZero();
      assertThat(client.isAtEnd()).isTrue();
    }
    try (ChildProcess server = server();
        RespClient client = new RespClient(address(server))) {
      assertThat(client.increment("strict")).isEqualTo(2);
    }
  }
}
