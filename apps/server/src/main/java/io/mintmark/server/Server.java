package io.mintmark.server;

import io.mintmark.Mintmark;
import io.mintmark.config.Configured;
import io.mintmark.internal.access.MintmarkAccess;
import io.mintmark.internal.store.Adapters;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.StoreUrl;
import io.mintmark.internal.time.ElapsedClock;
import io.mintmark.server.http.ServedStore;
import io.mintmark.server.metrics.MeasuredStore;
import io.mintmark.server.metrics.Metrics;
import io.mintmark.server.net.RequestThreads;
import io.mintmark.server.watch.PeriodicTasks;
import io.mintmark.service.IdService;
import io.mintmark.service.LastStore;
import io.mintmark.service.ServiceClocks;
import io.mintmark.service.StoreHealth;
import io.mintmark.service.Version;
import io.mintmark.store.file.FileStore;
import java.lang.System.Logger;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Serves ids over HTTP and the Redis protocol, from one store. Thread-safe.
 *
 * <p>The event loops, by default one per processor, answer requests for which enough ids are
 * claimed. Calls that may wait for the store, or take long, go to {@link RequestThreads}.
 */
public final class Server implements AutoCloseable {

  private static final Logger LOG = System.getLogger(Server.class.getName());

  /**
   * The time for closing in addition to the drain, mostly for closing the store, which may hang.
   */
  private static final Duration CLOSES_WITHIN = Duration.ofSeconds(5);

  /**
   * A store that accepts no claims is detected within this time plus the time of the failing claim.
   */
  private static final Duration LONGEST_PERIOD = Duration.ofSeconds(5);

  private static final int LOOKS_UNTIL_IDLE = 2;

  /** The longest wait of a call for an id, and of a call to the store. */
  static final Duration CLAIM_TIMEOUT = Duration.ofSeconds(5);

  private final ServerPlan plan;

  /** Without secrets. */
  private final String storeUrl;

  private final Metrics metrics = new Metrics();
  private final ServerFiles files;
  private final ServerPorts ports;
  private final LineStore engine;

  /** Measures the calls of the engine, and records the ends of this server's claims. */
  private final MeasuredStore store;

  /** Makes ids on the measured and watched store. */
  private final Mintmark mint;

  private final RememberedStore remembered;

  /** Does regular work. It has its own thread, because the store may be slow. */
  private final PeriodicTasks upkeep = new PeriodicTasks("upkeep");

  private final IdService service;
  private final AtomicBoolean closing = new AtomicBoolean();
  private final CountDownLatch closed = new CountDownLatch(1);

  /** Opens each part, and pushes how it is closed if a later one fails. */
  private Server(ServerBuilder builder, ServerPlan plan, Deque<Runnable> undo) {
    this.plan = plan;
    undo.push(metrics::close);
    files = new ServerFiles(builder, plan, metrics.registry());
    undo.push(files::close);
    ports = new ServerPorts(plan, files, metrics);
    undo.push(() -> ports.close(Duration.ZERO));
    ports.listenForAdmin();
    engine = Adapters.open(plan.storeUrl(), CLAIM_TIMEOUT); // May wait for it.
    undo.push(engine::close);
    store = new MeasuredStore(engine, metrics.registry());
    StoreHealth health = new StoreHealth(store, ServiceClocks.system());
    mint = Mintmark.builder()
        .store(health)
        .claimTimeout(CLAIM_TIMEOUT)
        .observer(metrics)
        .open();
    undo.push(mint::close);
    storeUrl = StoreUrl.mask(plan.storeUrl());
    LineStore lines = MintmarkAccess.storeOf(mint);
    remembered = builder.remembered(lines, plan.storeUrl());
    LastStore last = remembered.last();
    store.resume(last.ends());
    health.expectIdentity(last.identity());
    service = new IdService(mint, plan.config(), health, ports.waiting(), ServiceClocks.system());
    metrics.show(service);
    files.serve(service, metrics);
    files.all().forEach(metrics::showStale);
    ports.serve(service, new ServedStore(lines, storeUrl, last.identity()));
    if (engine instanceof FileStore file) {
      file.publish(url()); // With this, the command line finds the server that uses the directory.
    }
    maintain(plan.settings().get(ServerSettings.IDLE_AFTER));
    LOG.log(
        Logger.Level.INFO,
        "the server is up: version={0}, http={1}, resp={2}, admin={3}, store={4}, generators={5}",
        Version.TEXT,
        url(),
        StartScreen.hostAndPort(resp()),
        admin().map(ports::url).orElse("none"),
        storeUrl,
        String.join(" ", plan.config().generators().keySet()));
  }

  /**
   * Measures the rates of the generators, closes idle auto-created generators, checks whether the
   * store accepts claims, and saves the ends of the server's claims, all regularly.
   */
  private void maintain(Duration idleAfter) {
    ElapsedClock elapsed = ElapsedClock.system();
    Duration often = idleAfter.dividedBy(LOOKS_UNTIL_IDLE);
    Duration period = often.compareTo(LONGEST_PERIOD) < 0 ? often : LONGEST_PERIOD;
    upkeep.soon(service::checkStore);
    upkeep.add(period, () -> {
      service.sweep(elapsed.nanos(), idleAfter);
      service.checkStore();
    });
    upkeep.add(period, this::remember);
  }

  /** Reads all changeable files again, soon: configuration, tokens and certificates. */
  public void reload() {
    files.reload();
  }

  /**
   * Makes each SIGHUP call {@link #reload} instead of ending the process. Does nothing if there are
   * no changeable files.
   */
  public void reloadOnHangup() {
    if (!files.all().isEmpty()) {
      ProcessSignals.onHangup(this::reload);
    }
  }

  private void remember() {
    remembered.keep(store.ends());
  }

  /** Starts building a server. */
  public static ServerBuilder builder() {
    return new ServerBuilder();
  }

  /**
   * Opens the store and the generators, and listens. If a step fails, everything is closed again.
   */
  static Server start(ServerBuilder builder, ServerPlan plan) {
    Deque<Runnable> undo = new ArrayDeque<>();
    try {
      return new Server(builder, plan, undo);
    } catch (RuntimeException e) {
      undo.forEach(Runnable::run);
      throw e;
    }
  }

  /** The address of HTTP. */
  public InetSocketAddress http() {
    return ports.http();
  }

  /** The address of the Redis protocol. */
  public InetSocketAddress resp() {
    return ports.resp();
  }

  /**
   * The address of the separate port for health, metrics and administration; empty if there is no
   * such port.
   */
  public Optional<InetSocketAddress> admin() {
    return ports.admin();
  }

  /**
   * The URL of the HTTP interface for programs of this machine, for example
   * {@code http://127.0.0.1:7600}.
   */
  public String url() {
    return ports.url(ports.http());
  }

  /** The first screen: the addresses, and three commands to try. */
  public String firstScreen() {
    boolean isConfigured = files.access().asksForTokens()
        || files.tls().isPresent()
        || !plan.config().generators().values().stream().allMatch(Configured::isBuiltIn);
    return new StartScreen(isConfigured, files.tls().isPresent())
        .of(storeUrl, url(), ports.resp(), ports.admin().map(ports::url));
  }

  /**
   * Closes when the process receives SIGTERM or Ctrl-C, and makes it exit with 0, because this is
   * the normal end of a server, not a failure. At a second signal while it closes, the process ends
   * at once, with 143 or 130.
   */
  public void closeOnTermination() {
    Runtime runtime = Runtime.getRuntime();
    runtime.addShutdownHook(new Thread(
        () -> {
          ProcessSignals.haltAtTheNext();
          close();
          runtime.halt(0);
        },
        "mintmark-stop"));
  }

  /** Waits until the server is closed. */
  public void awaitClosed() throws InterruptedException {
    closed.await();
  }

  /**
   * Closes the server. First it only reports that it is not ready, until the notice time has
   * passed. Then it stops accepting connections, and answers one more request of each connection
   * within the drain time. Then it closes the generators and the store. Idempotent. Returns when
   * everything is closed, but at the latest five seconds after the drain time. A part that hangs
   * then, such as a store that does not answer, is abandoned.
   */
  @Override
  public void close() {
    if (closing.compareAndSet(false, true)) {
      Thread end = new Thread(this::end, "mintmark-end");
      end.setDaemon(true);
      end.start();
      try {
        end.join(plan.settings()
            .get(ServerSettings.DRAIN_NOTICE)
            .plus(plan.settings().get(ServerSettings.DRAIN))
            .plus(CLOSES_WITHIN)
            .toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      if (end.isAlive()) {
        LOG.log(
            Logger.Level.WARNING,
            "the server takes longer to close than drain={0} and {1}; it abandons calls that hang",
            plan.settings().get(ServerSettings.DRAIN),
            CLOSES_WITHIN);
      }
      closed.countDown();
    }
  }

  private void end() {
    try {
      LOG.log(
          Logger.Level.INFO,
          "the server stops: drain={0}, connections={1}; requests in flight are answered",
          plan.settings().get(ServerSettings.DRAIN),
          Integer.toString(ports.open()));
      service.stop();
      ElapsedClock.system()
          .pause(plan.settings().get(ServerSettings.DRAIN_NOTICE).toNanos());
      ports.close(plan.settings().get(ServerSettings.DRAIN));
      upkeep.close();
      files.close();
      try {
        remember();
      } finally {
        mint.close();
        engine.close();
        metrics.close();
      }
      LOG.log(Logger.Level.INFO, "the server has stopped");
    } catch (Throwable e) { // The top of a thread.
      LOG.log(Logger.Level.ERROR, "the server failed to close", e);
    }
  }
}
