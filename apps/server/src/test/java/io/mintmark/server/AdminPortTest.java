package io.mintmark.server;

import static io.mintmark.server.Web.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.rigs.BreakableNetwork;
import io.mintmark.rigs.EngineProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the separate port for health, metrics and administration. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AdminPortTest {

  private static final int WAITING_THREADS = 64;
  private static final int STRANGERS = 200;

  @TempDir
  private Path directory;

  private static Server shared;

  @BeforeAll
  static void start() {
    shared = builder().start();
  }

  @AfterAll
  static void stop() {
    shared.close();
  }

  private static ServerBuilder builder() {
    return MemoryServer.builder().set(ServerSettings.ADMIN, "127.0.0.1:0");
  }

  private static String request(String call) {
    return call + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
  }

  private static void closeAll(List<? extends AutoCloseable> all) throws Exception {
    for (AutoCloseable each : all) {
      each.close();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /health/live, 200, 200",
    "GET, /health/ready, 200, 200",
    "GET, /openapi.json, 200, 200",
    "GET, /, 200, 200",
    "GET, /v1/generators, 200, 200",
    "GET, /v1/lines, 200, 200",
    "GET, /metrics, 404, 200",
    "POST, /v1/lines/seq%2Fa/lower?accept-repeats=true&expected=2&next=1, 200, 200",
    "POST, /v1/generators/orders/next, 200, 404",
    "POST, /v1/lines/seq%2Fa/claim?at-least=0&count=1, 200, 404",
  })
  void calls_onBothPorts_areAnsweredOnTheirOwnPort(
      String method, String path, int byClientsPort, int byAdminPort) {
    assertThat(Web.send(shared, method, path).statusCode()).isEqualTo(byClientsPort);
    assertThat(Web.sendToAdmin(shared, method, path).statusCode()).isEqualTo(byAdminPort);
  }

  @Test
  void call_onTheWrongPort_isNotFoundNamingTheOtherPort() {
    try (Server server = builder().start()) {
      assertProblem(Web.send(server, "GET", "/metrics"), 404, "not-found");
      assertThat(Web.send(server, "GET", "/metrics").body())
          .contains("no such path on this port", "the settings http and admin");
    }
  }

  @Test
  @Tag("long")
  void clients_ofEachPort_areCountedSeparately() throws IOException {
    try (Server server = builder().start();
        RawHttp client = new RawHttp(server)) {
      assertThat(client.status(request("POST /v1/generators/objectid/next"))).isEqualTo(200);

      assertThat(Web.sendToAdmin(server, "GET", "/metrics").body())
          .contains("mintmark_clients{protocol=\"admin\"} 1.0")
          .contains("mintmark_clients{protocol=\"http\"} 1.0");
    }
  }

  /** Clients use all connections, and all waiting threads wait for a store that does not reply. */
  @Test
  @Tag("long")
  @Tag("fault")
  void adminPort_allConnectionsAndThreadsInUse_stillAnswers() throws Exception {
    List<RawHttp> clients = new ArrayList<>();
    try (Server store = MemoryServer.builder().start();
        BreakableNetwork network = BreakableNetwork.to(store.http().getPort());
        Server server = builder()
            .store("mintmark://127.0.0.1:" + network.port())
            .dataDirectory(directory)
            .set(ServerSettings.MAX_CONNECTIONS, WAITING_THREADS)
            .start()) {
      for (int i = 0; i < WAITING_THREADS; i++) {
        RawHttp client = new RawHttp(server);
        clients.add(client);
        assertThat(client.status(request("POST /v1/generators/objectid/next"))).isEqualTo(200);
      }
      network.cut();
      for (RawHttp client : clients) {
        client.send(request("GET /v1/lines/seq%2Fa"));
      }
      Await.until("every thread waits for the store", () -> waitingThreads() >= WAITING_THREADS);
      assertThat(Web.send(server, "POST", "/v1/generators/objectid/next").body())
          .contains("too many clients are connected: max-connections=" + WAITING_THREADS);

      assertThat(Web.sendToAdmin(server, "GET", "/health/live").statusCode()).isEqualTo(200);
      assertThat(Web.sendToAdmin(server, "GET", "/health/ready").statusCode()).isIn(200, 503);
      assertThat(Web.sendToAdmin(server, "GET", "/metrics").body())
          .contains("mintmark_clients{protocol=\"http\"} " + WAITING_THREADS + ".0");
      assertThat(waitingThreads()).as("they still wait").isGreaterThanOrEqualTo(WAITING_THREADS);
      network.mend();
    } finally {
      closeAll(clients);
    }
  }

  private static long waitingThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("mintmark-wait"))
        .count();
  }

  @Test
  @Tag("long")
  void adminPort_idleConnections_doNotBlockOtherClients() throws Exception {
    List<Socket> strangers = new ArrayList<>();
    TokensFixture tokens = new TokensFixture(directory.resolve("tokens.yaml"))
        .with("shop", "scopes: [next]")
        .with("prometheus", "scopes: [read]");
    try (Server server = builder().set(ServerSettings.TOKENS, tokens.write()).start()) {
      InetSocketAddress address = server.admin().orElseThrow();
      for (int i = 0; i < STRANGERS; i++) {
        strangers.add(new Socket(address.getAddress(), address.getPort()));
      }
      assertThat(scrape(server, "prometheus")).isEqualTo(200);
      assertThat(scrape(server, "shop")).isEqualTo(403);
    } finally {
      closeAll(strangers);
    }
  }

  private static int scrape(Server server, String token) {
    return Web.sendToAdmin(
            server, "GET", "/metrics", "Authorization", "Bearer " + TokensFixture.text(token))
        .statusCode();
  }

  @Test
  void start_adminPortBeyondThisMachineOrInUse_isRefused() {
    assertThatThrownBy(() -> builder().set(ServerSettings.ADMIN, "0.0.0.0:0").start())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("lacks tokens or TLS: admin=0.0.0.0:0");
    try (Server server = builder().start()) {
      String taken = "127.0.0.1:" + server.http().getPort();
      assertThatThrownBy(() -> builder().set(ServerSettings.ADMIN, taken).start())
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("cannot listen: admin=" + taken);
    }
  }

  /** The store does not reply for a while, and clients of the port stay connected. */
  @Test
  @Tag("long")
  @Tag("fault")
  void adminPort_storeOpening_isLiveButNotReady() throws Exception {
    TokensFixture tokens =
        new TokensFixture(directory.resolve("tokens.yaml")).with("operator", "scopes: [read]");
    int port = EngineProcess.freePort();
    ExecutorService starting = Executors.newSingleThreadExecutor();
    try (Server behind = MemoryServer.builder().start();
        BreakableNetwork network = BreakableNetwork.to(behind.http().getPort())) {
      network.cut();
      Future<Server> started = starting.submit(() -> MemoryServer.builder()
          .store("mintmark://127.0.0.1:" + network.port())
          .dataDirectory(directory)
          .set(ServerSettings.TOKENS, tokens.write())
          .set(ServerSettings.ADMIN, "127.0.0.1:" + port)
          .start());
      Await.until("the admin port listens", () -> listens(port));
      try (RawHttp admin =
          new RawHttp(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))) {
        assertThat(admin.status(request("GET /health/live"))).isEqualTo(200);
        for (String path : List.of("/health/started", "/health/ready", "/v1/generators", "/")) {
          assertThat(admin.answer(503, request("GET " + path)))
              .contains("\"detail\":\"the store is being opened; no ids are made until then")
              .doesNotContain("mintmark://");
        }
        assertThat(admin.answer(503, asOperator("GET /health/ready")))
            .contains("not open yet: store=mintmark://127.0.0.1:" + network.port());
        assertThat(admin.answer(200, asOperator("GET /metrics")))
            .contains("mintmark_store_up 0.0", "mintmark_build_info");
        assertThat(admin.status(request("GET /metrics"))).isEqualTo(401);
        // Sends the same bytes twice, which the server does not decode again.
        for (int i = 0; i < 2; i++) {
          assertThat(admin.status(request("GET /health/started"))).isEqualTo(503);
        }
        assertThat(started).isNotDone();

        network.mend();
        try (Server server = started.get()) {
          assertThat(server.admin()).map(InetSocketAddress::getPort).contains(port);
          assertThat(admin.status(request("GET /health/started"))).isEqualTo(200);
          assertThat(admin.status(request("GET /health/ready"))).isEqualTo(200);
          assertThat(admin.answer(200, asOperator("GET /metrics")))
              .contains("mintmark_store_up 1.0");
        }
      }
    } finally {
      starting.shutdownNow();
    }
  }

  private static boolean listens(int port) {
    try {
      new Socket(InetAddress.getLoopbackAddress(), port).close();
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static String asOperator(String call) {
    return call + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
        + TokensFixture.text("operator") + "\r\n\r\n";
  }

  @Test
  void start_storeCannotOpen_failsAndFreesThePort() {
    int port = EngineProcess.freePort();
    assertThatThrownBy(() -> MemoryServer.builder()
            .store("mintmark://127.0.0.1:" + EngineProcess.freePort() + "?open-timeout-ms=1000")
            .dataDirectory(directory)
            .set(ServerSettings.ADMIN, "127.0.0.1:" + port)
            .start())
        .isInstanceOf(StoreUnavailableException.class);
    assertThat(EngineProcess.isFree(port)).isTrue();
  }
}
