package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests that connections without requests do not exclude other clients. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SilentConnectionsTest {

  private static final int MAX_CONNECTIONS = 20;
  private static final int SILENT = 100;
  private static final int IDLE = 1000;
  private static final int FILES_BESIDE = 500;
  private static final int MAX_TRIES = 100;
  private static final String LIVE = "GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n";

  @TempDir
  private Path directory;

  private final List<Socket> silent = new ArrayList<>();

  @AfterEach
  void disconnect() throws IOException {
    for (Socket each : silent) {
      each.close();
    }
  }

  private void connectSilently(InetSocketAddress address) throws IOException {
    for (int i = 0; i < SILENT; i++) {
      silent.add(new Socket(address.getAddress(), address.getPort()));
    }
  }

  private Server guarded() {
    return guarded("10s");
  }

  private Server guarded(String tokenWithin) {
    TokensFixture tokens =
        new TokensFixture(directory.resolve("tokens.yaml")).with("admin", "scopes: [admin]");
    return MemoryServer.builder()
        .set(ServerSettings.TOKENS, tokens.write())
        .set(ServerSettings.MAX_CONNECTIONS, MAX_CONNECTIONS)
        .set(ServerSettings.TOKEN_WITHIN, tokenWithin)
        .start();
  }

  /**
   * Retries an attempt, because new connections displace a connection that has not authenticated
   * yet.
   */
  private static <T> T untilLetIn(Callable<T> attempt) throws Exception {
    for (int tries = 1; ; tries++) {
      try {
        return attempt.call();
      } catch (IOException | AssertionError e) {
        if (tries == MAX_TRIES) {
          throw e;
        }
      }
    }
  }

  private static RespClient admitted(Server server) throws Exception {
    return untilLetIn(() -> {
      RespClient client = new RespClient(server.resp());
      assertThat(client.call("AUTH", TokensFixture.text("admin"))).isEqualTo("+OK");
      return client;
    });
  }

  /**
   * Returns a connection that has received a reply. It may be displaced between a reply and its
   * next request.
   */
  private static RespClient answered(Server server) throws Exception {
    RespClient client = admitted(server);
    assertThat(client.call("PING")).isEqualTo("+PONG");
    return client;
  }

  private static void assertThatHealthAndMetricsAnswer(Server server) throws Exception {
    assertThat(untilLetIn(() -> {
          try (RawHttp probe = new RawHttp(server)) {
            assertThat(probe.status(LIVE)).isEqualTo(200);
            probe.send(metrics("admin"));
            return probe.header();
          }
        }))
        .startsWith("HTTP/1.1 200");
  }

  private static String metrics(String token) {
    return "GET /metrics HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
        + TokensFixture.text(token)
        + "\r\n\r\n";
  }

  @Test
  void silentConnections_beyondTheBound_giveWayToAuthenticatedOnes() throws Exception {
    try (Server server = guarded()) {
      connectSilently(server.resp());
      connectSilently(server.http());

      try (RespClient client = untilLetIn(() -> answered(server))) {
        connectSilently(server.resp());
        assertThat(client.call("INCR", "a")).isEqualTo(1L);
      }
      assertThatHealthAndMetricsAnswer(server);
    }
  }

  @Test
  void clients_maximumNumber_leaveRoomForHealthAndMetrics() throws Exception {
    List<RespClient> clients = new ArrayList<>();
    try (Server server = guarded()) {
      for (int i = 0; i < MAX_CONNECTIONS; i++) {
        RespClient client = new RespClient(server.resp());
        clients.add(client);
        assertThat(client.call("AUTH", TokensFixture.text("admin"))).isEqualTo("+OK");
        assertThat(client.call("PING")).isEqualTo("+PONG");
      }
      connectSilently(server.http());
      assertThatHealthAndMetricsAnswer(server);
      try (RespClient more = admitted(server)) {
        assertThat(more.call("PING").toString()).contains("max-connections");
        assertThat(more.isAtEnd()).isTrue();
      }
      assertThat(clients.get(0).call("PING")).isEqualTo("+PONG");
    } finally {
      for (RespClient each : clients) {
        each.close();
      }
    }
  }

  @Test
  @Tag("long")
  void idleConnections_thousand_othersAreServedAndAllAreClosedAtStop() throws Exception {
    long files = ManagementFactory.getPlatformMXBean(UnixOperatingSystemMXBean.class)
        .getMaxFileDescriptorCount();
    assumeTrue(files >= 2 * IDLE + FILES_BESIDE, "needs more open files: ulimit=" + files);
    try (Server server = MemoryServer.builder().start()) {
      for (int i = 0; i < IDLE; i++) {
        InetSocketAddress port = i % 2 == 0 ? server.resp() : server.http();
        silent.add(new Socket(port.getAddress(), port.getPort()));
      }
      try (RespClient client = new RespClient(server.resp());
          RawHttp probe = new RawHttp(server)) {
        assertThat(client.increment("a")).isEqualTo(1);
        assertThat(probe.status(LIVE)).isEqualTo(200);
      }
    }

    assertThat(silent).hasSize(IDLE);
    for (Socket each : silent) {
      each.setSoTimeout(30_000);
      assertThat(each.getInputStream().read()).isNegative();
    }
  }

  @Test
  @Tag("long")
  void connection_withoutATokenInTime_isClosed() throws IOException {
    try (Server server = guarded("2s");
        RespClient client = new RespClient(server.resp());
        Socket stranger = new Socket(server.http().getAddress(), server.http().getPort())) {
      assertThat(client.call("AUTH", TokensFixture.text("admin"))).isEqualTo("+OK");
      stranger.setSoTimeout(30_000);
      assertThat(stranger.getInputStream().read()).isNegative();

      assertThat(client.call("INCR", "a")).isEqualTo(1L);
      assertThat(Web.send(
                  server,
                  "GET",
                  "/metrics",
                  "Authorization",
                  "Bearer " + TokensFixture.text("admin"))
              .body())
          .contains("mintmark_connections_refused_total{reason=\"no-token\"} 1.0");
    }
  }
}
