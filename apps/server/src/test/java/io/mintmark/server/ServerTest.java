package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.Mintmark;
import io.mintmark.config.Config;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.SpecLine;
import io.mintmark.internal.time.ElapsedClock;
import io.mintmark.objectid.ObjectId;
import io.mintmark.server.idempotency.IdempotencyCache;
import io.mintmark.server.net.ConnectionContext;
import io.mintmark.server.net.ConnectionLimit;
import io.mintmark.server.net.InFlight;
import io.mintmark.server.net.Listeners;
import io.mintmark.server.net.RequestThreads;
import io.mintmark.server.net.Traffic;
import io.mintmark.server.resp.LargeNumbers;
import io.mintmark.server.resp.RespProtocol;
import io.mintmark.service.IdService;
import io.mintmark.service.ServiceClocks;
import io.mintmark.service.StoreHealth;
import io.mintmark.store.file.FileStore;
import io.mintmark.store.file.Owner;
import io.mintmark.testkit.FaultyStore;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerTest {

  private static final String ANY = "127.0.0.1:0";

  private static ServerBuilder builder() {
    return MemoryServer.builder();
  }

  @Test
  void start_onAnyPorts_showsAddressesAndExamples() {
    try (Server server = builder().start()) {
      assertThat(server.firstScreen())
          .contains("store    memory:")
          .contains("HTTP     " + server.url() + "\n")
          .contains("Redis    redis://127.0.0.1:" + server.resp().getPort())
          .contains("curl -X POST " + server.url() + "/v1/generators/snowflake/next")
          .contains("redis-cli -h 127.0.0.1 -p " + server.resp().getPort() + " INCR invoices")
          .contains("mintmark inspect 4df2dcec2cdcd20936a8b817");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0:7600", "8.8.8.8:80", "[::]:7600"})
  void start_beyondLoopback_isRefusedWithTheReason(String address) {
    assertThatThrownBy(() -> builder().http(address).start())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(
            "other machines can reach the server, and it lacks tokens or TLS: http=")
        .hasMessageContaining("auto-create=*");
  }

  @Test
  void start_severalWrongSettings_reportsAll() {
    assertThatThrownBy(() -> builder()
            .http("7600")
            .resp("localhost:70000")
            .set(ServerSettings.MAX_CONNECTIONS, 0)
            .set(ServerSettings.IO_THREADS, "0")
            .set(ServerSettings.DRAIN, Duration.ofSeconds(-1))
            .start())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("http=7600")
        .hasMessageContaining("resp=localhost:70000")
        .hasMessageContaining("max-connections=0")
        .hasMessageContaining("io-threads=0")
        .hasMessageContaining("drain=PT-1S");
  }

  @Test
  void start_settingsInTheFile_applyUnlessOverridden(@TempDir Path directory) throws IOException {
    Config config = Config.load(Files.writeString(directory.resolve("m.yaml"), """
        store: 'memory:'
        server: {http: "127.0.0.1:0", resp: "8.8.8.8:80", max-connections: 9}
        """));

    assertThatThrownBy(() -> Server.builder().config(config).start())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("resp=8.8.8.8:80")
        .hasMessageNotContaining("http=");
    try (Server server = Server.builder().config(config).resp(ANY).start()) {
      assertThat(server.http().getPort()).isPositive();
    }
  }

  @Test
  void start_wrongSettingsInTheFile_namesFileLineAndKey(@TempDir Path directory)
      throws IOException {
    Config config = Config.load(Files.writeString(directory.resolve("m.yaml"), """
        server:
          htp: 127.0.0.1:0
          max-connections: many
          io-threads: 2.5
          idle-after: 500ms
        """));

    assertThatThrownBy(() -> Server.builder().config(config).start())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("m.yaml:2: server.htp: no such setting; did you mean http?")
        .hasMessageContaining("m.yaml:3: server.max-connections: not a whole number")
        .hasMessageContaining("m.yaml:4: server.io-threads: not a whole number")
        .hasMessageContaining("m.yaml:5: server.idle-after: not 1s to 365d");
  }

  @Test
  void start_portInUse_failsNamingItAndReleasesTheStore(@TempDir Path data) {
    try (Server first = builder().start()) {
      String taken = "127.0.0.1:" + first.resp().getPort();

      assertThatThrownBy(
              () -> Server.builder().dataDirectory(data).http(ANY).resp(taken).start())
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("cannot listen: resp=" + taken);
    }
    assertThat(FileStore.owner(data)).isEmpty();
  }

  @Test
  void start_onADataDirectory_publishesItsUrlAndLocksIt(@TempDir Path data) {
    try (Server server =
        Server.builder().dataDirectory(data).http(ANY).resp(ANY).start()) {
      assertThat(FileStore.owner(data).flatMap(Owner::url)).contains(server.url());
      assertThatThrownBy(
              () -> Server.builder().dataDirectory(data).http(ANY).resp(ANY).start())
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining(server.url());
    }
    assertThat(FileStore.owner(data)).isEmpty();
  }

  @Test
  @Tag("long")
  void start_idleNames_areEvictedAutomatically(@TempDir Path directory) throws IOException {
    Config config =
        Config.load(Files.writeString(directory.resolve("m.yaml"), "server: {idle-after: 1s}\n"));

    try (Server server =
            Server.builder().config(config).store("memory:").http(ANY).resp(ANY).start();
        RespClient client = new RespClient(server.resp())) {
      assertThat(client.call("INCR", "a")).isEqualTo(1L);
      assertThat(client.call("GET", "a")).isEqualTo("1");
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
      while (!client.call("GET", "a").equals("nil")) {
        assertThat(System.nanoTime()).isLessThan(deadline);
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
      }
      assertThat((Long) client.call("INCR", "a")).isGreaterThan(1);
    }
  }

  @Test
  @Tag("long")
  void ready_storeDown_showsSinceWhenAndHowLongIdsLast(@TempDir Path directory) throws IOException {
    Config config = Config.load(Files.writeString(directory.resolve("m.yaml"), """
        generators:
          orders: {type: sequence, segment: 100..100}
        """));
    Server behind = builder().start();
    String store = "mintmark://127.0.0.1:" + behind.http().getPort();
    try (Server server = Server.builder()
        .config(config)
        .store(store)
        .dataDirectory(directory)
        .http(ANY)
        .resp(ANY)
        .start()) {
      Web.send(server, "POST", "/v1/generators/orders/next");
      assertThat(Web.send(server, "GET", "/health/ready").body())
          .isEqualTo("{\"status\":\"ready\",\"generators\":"
              + "[{\"name\":\"orders\",\"ready\":true,\"left\":99}]}");
      behind.close();
      assertThat(
              Web.send(server, "POST", "/v1/lines/a/claim?at-least=0&count=1").statusCode())
          .isEqualTo(503);

      HttpResponse<String> ready = Web.send(server, "GET", "/health/ready");

      Web.assertProblem(ready, 503, "store-unavailable");
      assertThat(ready.headers().firstValue("retry-after")).contains("1");
      assertThat(Instant.parse((String) Web.field(Web.json(ready), "since")))
          .isBefore(Instant.now());
      assertThat(Web.field(Web.list(Web.json(ready), "generators").get(0), "left"))
          .isEqualTo(99);
      assertThat(Web.send(server, "GET", "/health/live").statusCode()).isEqualTo(200);
      assertThat(Web.send(server, "POST", "/v1/generators/orders/next").statusCode())
          .isEqualTo(200);
    } finally {
      behind.close();
    }
  }

  @Test
  void close_twice_stopsListeningAndWakesWaiters() throws InterruptedException {
    Server server = builder().start();
    InetSocketAddress http = server.http();
    server.close();
    server.close();

    server.awaitClosed();
    assertThatThrownBy(() -> new RespClient(http)).isInstanceOf(ConnectException.class);
  }

  @Test
  void clients_overTheBound_areRefusedAndTheOthersServed() throws IOException {
    try (Server server = builder().set(ServerSettings.MAX_CONNECTIONS, 2).start();
        RespClient one = new RespClient(server.resp());
        RespClient two = new RespClient(server.resp())) {
      assertThat(one.call("PING")).isEqualTo("+PONG");
      assertThat(two.call("PING")).isEqualTo("+PONG");
      try (RespClient three = new RespClient(server.resp())) {
        assertThat(three.call("PING").toString()).startsWith("-").contains("max-connections");
        assertThat(three.isAtEnd()).isTrue();
      }
      assertThat(one.call("PING")).isEqualTo("+PONG");
    }
  }

  @Test
  void start_generatorsCreatedOverHttp_failsWithTheirConfiguration(@TempDir Path directory) {
    String settings = "{\"start\":\"7\",\"type\":\"sequence\"}";
    try (FileStore store = FileStore.open(directory.resolve("data"))) {
      store.compareAndSet("spec/:def1/parcels", 0, SpecLine.fingerprint(settings));
      store.annotate("spec/:def1/parcels", settings);
      long unused = store.claim("mintmark/definitions", 0, 1);
    }

    assertThatThrownBy(
            () -> builder().store("file:" + directory.resolve("data")).start())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("generators:\n  \"parcels\": " + settings);
  }

  @Test
  void slowStore_delaysOnlyItsConnectionAndKeepsOrder() throws IOException {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch answer = new CountDownLatch(1);
    try (Ports ports = new Ports()) {
      ports.store.beforeDelivery(() -> {
        asked.countDown();
        await(answer);
      });
      try (RespClient slow = new RespClient(ports.resp);
          RespClient quick = new RespClient(ports.resp)) {
        slow.send(RespClient.command("INCR", "slow"));
        slow.send(RespClient.command("PING"));
        await(asked);

        assertThat(quick.call("PING")).isEqualTo("+PONG");
        answer.countDown();
        assertThat(slow.read()).isEqualTo(1L);
        assertThat(slow.read()).isEqualTo("+PONG");
      }
    }
  }

  @Test
  @Tag("long")
  void close_claimInFlight_answersFirst() throws IOException, InterruptedException {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch answer = new CountDownLatch(1);
    try (Ports ports = new Ports();
        RespClient client = new RespClient(ports.resp)) {
      ports.store.beforeDelivery(() -> {
        asked.countDown();
        await(answer);
      });
      client.send(RespClient.command("INCR", "slow"));
      await(asked);
      Thread closing = new Thread(() -> ports.listeners.close(Duration.ofSeconds(30)));
      closing.start();
      answer.countDown();

      assertThat(client.read()).isEqualTo(1L);
      assertThat(client.isAtEnd()).isTrue();
      closing.join();
    }
  }

  @Test
  void storeDown_isAnErrorUntilItIsBack() throws IOException {
    try (Ports ports = new Ports();
        RespClient client = new RespClient(ports.resp)) {
      ports.store.setDown(true);
      assertThat(client.call("INCR", "a").toString()).startsWith("-ERR");
      ports.store.setDown(false);

      assertThat(client.call("INCR", "a")).isEqualTo(1L);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A server with a Redis port over a store that the test controls. */
  private static final class Ports implements AutoCloseable {

    private final FaultyStore store = new FaultyStore();
    private final Mintmark mint = Mintmark.open(store);
    private final ExecutorService executor = Executors.newCachedThreadPool();
    private final Listeners listeners = new Listeners(
        1,
        new ConnectionLimit(10, Duration.ofSeconds(10), () -> false),
        new InFlight(1 << 20),
        Optional.empty());
    private final InetSocketAddress resp;

    private Ports() {
      RespProtocol protocol = new RespProtocol(
          new IdService(
              mint,
              Config.standard(),
              new StoreHealth(store, ServiceClocks.system()),
              executor,
              ServiceClocks.system()),
          InProcess.openAccess(),
          LargeNumbers.REFUSE,
          new ConnectionContext(
              new RequestThreads(executor, executor),
              Duration.ofSeconds(5),
              listeners.memory(),
              new Traffic("http", Traffic.durations()),
              new IdempotencyCache(1 << 20, ElapsedClock.system())),
          ObjectId.next());
      resp = listeners.listen(
          "resp", new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), protocol);
    }

    @Override
    public void close() {
      listeners.close();
      executor.shutdown();
      mint.close();
    }
  }
}
