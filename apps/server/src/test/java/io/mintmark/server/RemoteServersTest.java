package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.Mintmark;
import io.mintmark.config.Config;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.StoreRefusedException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.access.MintmarkAccess;
import io.mintmark.internal.store.Durability;
import io.mintmark.internal.store.StoreLines;
import io.mintmark.internal.time.ElapsedClock;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.sequence.Sequence;
import io.mintmark.server.http.HttpProtocol;
import io.mintmark.server.http.PortPurpose;
import io.mintmark.server.http.ServedStore;
import io.mintmark.server.http.ServerStatus;
import io.mintmark.server.idempotency.IdempotencyCache;
import io.mintmark.server.net.ConnectionContext;
import io.mintmark.server.net.ConnectionLimit;
import io.mintmark.server.net.InFlight;
import io.mintmark.server.net.Listeners;
import io.mintmark.server.net.RequestThreads;
import io.mintmark.server.net.Traffic;
import io.mintmark.service.IdService;
import io.mintmark.service.StoreIdentity;
import io.mintmark.snowflake.SnowflakeGenerator;
import io.mintmark.store.EngineLife;
import io.mintmark.store.remote.RemoteStore;
import io.mintmark.testkit.FaultyStore;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests several servers of one store, and servers that have changed. */
@Tag("fault")
@Timeout(120)
@Tag("long")
class RemoteServersTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(2);

  /** The timeout for calls that must not time out, even on a busy host. */
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private static final int MINTMARKS = 8;
  private static final int IDS = 3_000;

  /** The numbers that one Mintmark drew, by kind. */
  private record DrawnNumbers(List<Long> snowflakes, List<Long> segmented, List<Long> strict) {

    DrawnNumbers() {
      this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    }
  }

  @Test
  void generators_oneOfTwoServersKilled_repeatNothing(@TempDir Path directory) throws Exception {
    try (EngineProcess store = StoreServer.start(directory.resolve("store"));
        EngineProcess one = StoreServer.start(directory.resolve("one"), url(store));
        EngineProcess two = StoreServer.start(directory.resolve("two"), url(store))) {
      String[] urls = {url(one) + "," + address(two), url(two) + "," + address(one)};
      CountDownLatch half = new CountDownLatch(MINTMARKS);
      AtomicBoolean killed = new AtomicBoolean();
      List<DrawnNumbers> drawn = new ArrayList<>();
      List<Thread> threads = new ArrayList<>();
      List<Throwable> failures = new ArrayList<>();
      for (int i = 0; i < MINTMARKS; i++) {
        DrawnNumbers mine = new DrawnNumbers();
        drawn.add(mine);
        String url = urls[i % urls.length];
        Thread thread = new Thread(() -> draw(url, mine, half, killed));
        thread.setUncaughtExceptionHandler((where, failure) -> {
          synchronized (failures) {
            failures.add(failure);
          }
        });
        threads.add(thread);
        thread.start();
      }
      half.await();
      one.kill();
      killed.set(true);
      for (Thread thread : threads) {
        thread.join();
      }

      assertThat(failures).isEmpty();
      assertThat(all(drawn.stream().map(DrawnNumbers::snowflakes).toList()))
          .hasSize(MINTMARKS * IDS)
          .doesNotHaveDuplicates();
      assertThat(all(drawn.stream().map(DrawnNumbers::segmented).toList()))
          .hasSize(MINTMARKS * IDS)
          .doesNotHaveDuplicates();
      assertThat(all(drawn.stream().map(DrawnNumbers::strict).toList()))
          .hasSizeGreaterThan(MINTMARKS * 20)
          .doesNotHaveDuplicates();
    }
  }

  private static void draw(
      String url, DrawnNumbers mine, CountDownLatch half, AtomicBoolean killed) {
    try (Mintmark mint = Mintmark.builder().store(url).claimTimeout(TIMEOUT).open()) {
      SnowflakeGenerator snowflake = mint.snowflake("users", s -> s.window(Duration.ofMillis(500)));
      Sequence segmented = mint.sequence("tickets", s -> s.strict(false).segment(10, 50));
      Sequence strict = mint.sequence("invoices", s -> s.strict(true));
      for (int i = 0; i < IDS; i++) {
        mine.snowflakes.add(patiently(snowflake::next));
        mine.segmented.add(patiently(segmented::next));
        if (i % 100 == 0) {
          mine.strict.add(patiently(strict::next));
        }
        if (i == IDS / 2) {
          half.countDown();
        }
      }
      while (!killed.get()) {
        mine.strict.add(patiently(strict::next));
      }
      mine.strict.add(patiently(strict::next));
    }
  }

  /**
   * Draws an id, and retries after a failure: a claim in flight when a server dies is burned, and
   * the next claim goes to the other server.
   */
  private static long patiently(LongSupplier draw) {
    StoreUnavailableException last = new StoreUnavailableException("not tried");
    for (int tries = 0; tries < 10; tries++) {
      try {
        return draw.getAsLong();
      } catch (StoreUnavailableException e) {
        last = e;
      }
    }
    throw last;
  }

  private static List<Long> all(List<List<Long>> lists) {
    return lists.stream().flatMap(Collection::stream).toList();
  }

  private static String url(EngineProcess server) {
    return "mintmark://" + address(server);
  }

  private static String address(EngineProcess server) {
    return "127.0.0.1:" + server.port();
  }

  private static Server serve(Path data, int port) {
    return Server.builder()
        .dataDirectory(data)
        .http("127.0.0.1:" + port)
        .resp("127.0.0.1:0")
        .set(ServerSettings.DRAIN, MemoryServer.SHORT_DRAIN)
        .start();
  }

  @Test
  void claim_serverBackOnAnotherStore_isRefusedUntilTheLinesHaveArrived(@TempDir Path directory) {
    Path old = directory.resolve("old");
    Path fresh = directory.resolve("fresh");
    int port = EngineProcess.freePort();
    Server first = serve(old, port);
    try (RemoteStore store = RemoteStore.builder()
        .url("mintmark://127.0.0.1:" + port)
        .timeout(PATIENCE)
        .open()) {
      assertThat(store.claim("seq/a", 0, 10)).isZero();
      long identity = store.position(StoreLines.IDENTITY);
      first.close();

      try (Server second = serve(fresh, port);
          Mintmark mint = Mintmark.open("mintmark://127.0.0.1:" + second.http().getPort())) {
        assertThatThrownBy(() -> store.claim("seq/a", 0, 10))
            .isInstanceOf(StoreRefusedException.class)
            .hasMessageContaining("other-store")
            .hasMessageContaining("store=" + identity + ", this one has store=");
        assertThatThrownBy(() -> store.compareAndSet("seq/a", 10, 11))
            .isInstanceOf(StoreRefusedException.class);
        assertThatThrownBy(() -> store.position("seq/a"))
            .isInstanceOf(StoreRefusedException.class)
            .hasMessageContaining("other-store");
        assertThatThrownBy(() -> store.lines(""))
            .isInstanceOf(StoreRefusedException.class)
            .hasMessageContaining("other-store");
        assertThat(MintmarkAccess.storeOf(mint).position("seq/a")).isZero();

        assertThat(MintmarkAccess.storeOf(mint).compareAndSet("seq/a", 0, 10)).isTrue();
        assertThat(MintmarkAccess.storeOf(mint).compareAndSet(StoreLines.from(identity), 0, 1))
            .isTrue();
        assertThat(store.claim("seq/a", 0, 10)).isEqualTo(10);
      }
    }
  }

  @Test
  void open_lossyStore_reportsTheServersDurability() {
    Durability durability = new Durability(List.of(
        Durability.Setting.good("fsync", "on"),
        new Durability.Setting("sync", "off", "the last \"second\"")));
    FaultyStore risky = new FaultyStore();
    risky.setCanLoseAcknowledgedWrites(true);
    risky.setDurability(durability);
    ExecutorService executor = Executors.newCachedThreadPool();
    try (Mintmark mint = Mintmark.open(risky);
        Listeners listeners = new Listeners(
            1,
            new ConnectionLimit(10, Duration.ofSeconds(10), () -> false),
            new InFlight(1 << 20),
            Optional.empty())) {
      ServedStore lines = new ServedStore(risky, "faulty:", StoreIdentity.of(risky));
      IdService service = new IdService(mint, Config.standard());
      ServerStatus status = new ServerStatus(() -> "", List::of);
      HttpProtocol protocol = new HttpProtocol(
          service.readiness(),
          status,
          InProcess.openAccess(),
          false,
          new ConnectionContext(
              new RequestThreads(executor, executor),
              Duration.ofSeconds(5),
              listeners.memory(),
              new Traffic("http", Traffic.durations()),
              new IdempotencyCache(1 << 20, ElapsedClock.system())));
      protocol.serve(service, lines, status, PortPurpose.EVERYTHING);
      int port = listeners
          .listen("http", new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), protocol)
          .getPort();
      String url = "mintmark://127.0.0.1:" + port;
      try (RemoteStore store = RemoteStore.builder().url(url).timeout(PATIENCE).open()) {
        assertThat(store.durability()).isEqualTo(durability);
        assertThat(store.canLoseAcknowledgedWrites()).isTrue();
        risky.forgetAll();
        EngineLife life = store.life(List.of("worker/a/0")).orElseThrow();
        EngineLife known = risky.life(List.of("worker/a/0")).orElseThrow();
        assertThat(life.id()).isEqualTo(known.id());
        assertThat(life.began()).isEqualTo(known.began());
        assertThat(life.now()).isBetween(life.began(), known.now());
        risky.setDown(true);
        assertThatThrownBy(() -> store.claim("seq/a", 0, 1))
            .isInstanceOf(StoreUnavailableException.class)
            .hasMessageContaining("as the test requested");
        assertThatThrownBy(() -> store.position("seq/a"))
            .isInstanceOf(StoreUnavailableException.class)
            .hasMessageContaining("as the test requested");
      }
      assertThatThrownBy(() ->
              RemoteStore.builder().url(url + "?strict=true").timeout(PATIENCE).open())
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("sync=off: the last \"second\"");
    } finally {
      executor.shutdown();
    }
  }
}
