package io.mintmark.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.rigs.BreakableNetwork;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the end of a server process: it ends in order although a store hangs, and at once after a
 * second signal.
 */
@Tag("fault")
class StopTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int TERMINATED_BY_SIGNAL = 143;
  private static final String NEXT = request("POST /v1/generators/strict/next");
  private static final String LIVE = request("GET /health/live");
  private static final String READY = request("GET /health/ready");

  @TempDir
  private Path directory;

  private ChildProcess server(String store, String drain) throws IOException {
    Path config =
        Files.writeString(directory.resolve("mintmark.yaml"), """
        store: "%s"
        server: {drain: %s}
        generators:
          strict: {type: sequence, strict: true}
          snowflake: {type: snowflake}
        """.formatted(store, drain));
    return new ChildProcess(ChildServer.class, config, directory.resolve("data"));
  }

  private static String request(String start) {
    return start + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
  }

  private static InetSocketAddress http(ChildProcess server) throws IOException {
    String unusedResp = server.readLine();
    return new InetSocketAddress(
        InetAddress.getLoopbackAddress(), Integer.parseInt(server.readLine()));
  }

  private static Socket connect(InetSocketAddress address) throws IOException {
    Socket socket = new Socket(address.getAddress(), address.getPort());
    socket.setSoTimeout((int) PATIENCE.toMillis());
    return socket;
  }

  private static void send(Socket socket, String requests) throws IOException {
    socket.getOutputStream().write(requests.getBytes(US_ASCII));
  }

  /** Waits until the server refuses connections. From then on it drains. */
  private static void awaitRefusal(InetSocketAddress address) throws IOException {
    Instant deadline = Instant.now().plus(PATIENCE);
    while (accepts(address)) {
      assertThat(Instant.now()).isBefore(deadline);
      LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
    }
  }

  private static boolean accepts(InetSocketAddress address) throws IOException {
    try {
      connect(address).close();
      return true;
    } catch (ConnectException e) {
      return false;
    }
  }

  @Test
  @Tag("long")
  void termination_storeNeverCloses_exitsWithZero() throws Exception {
    try (ChildProcess server = server("stuck:", "0s")) {
      InetSocketAddress unused = http(server);

      assertThat(server.terminate()).isZero();
    }
  }

  @Test
  @Tag("long")
  void readiness_answeredDuringTheDrain_isRefused() throws Exception {
    try (Server store = Server.builder()
            .store("memory:")
            .http("127.0.0.1:0")
            .resp("127.0.0.1:0")
            .start();
        BreakableNetwork network = BreakableNetwork.to(store.http().getPort());
        ChildProcess server = server("mintmark://127.0.0.1:" + network.port(), "30s")) {
      InetSocketAddress http = http(server);
      try (Socket client = connect(http)) {
        InputStream in = client.getInputStream();
        network.cut();
        send(client, LIVE + NEXT + READY);
        assertThat(in.read()).isEqualTo('H'); // The server has read all requests.
        server.askToEnd();
        awaitRefusal(http);
        network.mend();

        String answers = new String(in.readAllBytes(), US_ASCII);
        assertThat(answers.substring(answers.lastIndexOf("HTTP/1.1 503 ")))
            .contains("connection: close", "urn:mintmark:problem:closing");
      }
      assertThat(server.exitValue()).isZero();
    }
  }

  @Test
  @Tag("long")
  void termination_signalledTwice_endsTheDrainAtOnce() throws Exception {
    String batches = request("POST /v1/generators/snowflake/next?count=10000").repeat(200);
    try (ChildProcess server = server("memory:", "10m")) {
      InetSocketAddress http = http(server);
      try (Socket neverReads = connect(http)) {
        send(neverReads, batches);
        assertThat(neverReads.getInputStream().read()).isEqualTo('H');
        server.askToEnd();
        awaitRefusal(http);

        assertThat(server.terminate()).isEqualTo(TERMINATED_BY_SIGNAL);
      }
    }
  }
}
