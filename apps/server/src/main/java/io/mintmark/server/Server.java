package io.mintmark.server;

import io.mintmark.Mintmark;
import io.mintmark.config.Configured;
import io.mintmark.config.Setting;
import io.mintmark.config.SettingValues;
import io.mintmark.internal.access.MintmarkAccess;
import io.mintmark.internal.line.WindowRules;
import io.mintmark.internal.store.Adapters;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.StoreUrl;
import io.mintmark.internal.time.ElapsedClock;
import io.mintmark.objectid.ObjectId;
import io.mintmark.server.http.HttpProtocol;
import io.mintmark.server.http.PortPurpose;
import io.mintmark.server.http.ServedStore;
import io.mintmark.server.http.ServerStatus;
import io.mintmark.server.idempotency.IdempotencyCache;
import io.mintmark.server.metrics.MeasuredStore;
import io.mintmark.server.metrics.Metrics;
import io.mintmark.server.net.ConnectionContext;
import io.mintmark.server.net.ConnectionLimit;
import io.mintmark.server.net.InFlight;
import io.mintmark.server.net.Listeners;
import io.mintmark.server.net.Protocol;
import io.mintmark.server.net.RequestThreads;
import io.mintmark.server.resp.LargeNumbers;
import io.mintmark.server.resp.RespProtocol;
import io.mintmark.server.watch.PeriodicTasks;
import io.mintmark.server.watch.ReloadedFiles;
import io.mintmark.service.FormerDefinitions;
import io.mintmark.service.IdService;
import io.mintmark.service.LastStore;
import io.mintmark.service.Readiness;
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

  /** The longest wait of a call for an id, and of a call to the store. */
  static final Duration CLAIM_TIMEOUT = Duration.ofSeconds(5);

  /**
   * The time for closing in addition to the drain, mostly for closing the store, which may hang.
   */
  private static final Duration CLOSES_WITHIN = Duration.ofSeconds(5);

  /**
   * A store that accepts no claims is detected within this time plus the time of the failing claim.
   */
  private static final Duration LONGEST_PERIOD = Duration.ofSeconds(5);

  private static final int LOOKS_UNTIL_IDLE = 2;

  /**
   * A first call may wait for an engine that has just started, then for a claim, then for its
   * reply.
   */
  private static final Duration LONGEST_REQUEST =
      WindowRules.WAIT.plus(CLAIM_TIMEOUT).plusMillis(500);

  private static final int MOST_IO_THREADS = 1024;
  private static final int WAITING_THREADS = 64;

  /** Few, because an administrator sends few requests. */
  private static final int WAITING_ADMIN_THREADS = 4;

  /** Enough for the operators of one server and for its monitoring. */
  private static final int MOST_ADMIN_CONNECTIONS = 64;

  private static final long ADMIN_IN_FLIGHT_BYTES = 16L << 20;

  /** The time for open calls on the admin port. The clients' ports are closed by then. */
  private static final Duration ADMIN_CLOSES_WITHIN = Duration.ofSeconds(1);

  /** By default, requests and replies may use the size of the heap divided by this. */
  private static final int REQUESTS_PART_OF_HEAP = 4;

  private final ServerPlan plan;
  private final SettingValues settings;

  /** Without secrets. */
  private final String storeUrl;

  private final Metrics metrics = new Metrics();
  private final ServerFiles files;
  private final ServerStatus status;
  private final IdempotencyCache idempotency;
  private final Resources clients;
  private final Optional<Resources> operators;
  private final Optional<InetSocketAddress> admin;
  private final InetSocketAddress http;
  private final InetSocketAddress resp;
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

  /**
   * The event loops, limits and threads of the clients' ports, or of the separate port for health,
   * metrics and administration. So clients cannot exhaust the resources of the separate port. It
   * shares only the process's heap and file descriptors, and the machine's processors.
   */
  private record Resources(Listeners listeners, RequestThreads threads) {}

  /**
   * Opens each part, and pushes how it is closed if a later one fails. The admin port, if it is
   * configured, listens before the store is open, so that monitoring sees that the server is alive
   * and why it waits. Clients' ports listen once they can serve requests.
   */
  private Server(ServerBuilder builder, ServerPlan plan, Deque<Runnable> undo) {
    this.plan = plan;
    settings = plan.settings();
    storeUrl = StoreUrl.mask(plan.storeUrl());
    undo.push(metrics::close);
    files = new ServerFiles(builder, plan, metrics.registry());
    undo.push(files::close);
    status = new ServerStatus(
        metrics::scrape, () -> files.all.stream().map(ReloadedFiles::status).toList());
    idempotency = new IdempotencyCache(
        settings.get(ServerSettings.IDEMPOTENCY_MEMORY), ElapsedClock.system());
    clients = clients();
    operators = settings
        .find(ServerSettings.ADMIN)
        .map(at -> resources(
            1,
            MOST_ADMIN_CONNECTIONS,
            ADMIN_IN_FLIGHT_BYTES,
            RequestThreads.start("mintmark-admin", WAITING_ADMIN_THREADS)));
    undo.push(() -> closePorts(Duration.ZERO));
    metrics.show(clients.listeners, operators.map(Resources::listeners));
    metrics.show(idempotency);
    files.certificateEnds().ifPresent(metrics::showCertificate);
    Optional<HttpProtocol> operatorCalls = operators.map(own -> http(ServerSettings.ADMIN, own));
    admin = operatorCalls.map(calls -> listenForAdmin(operators.orElseThrow(), calls));
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
    LineStore lines = MintmarkAccess.storeOf(mint);
    remembered = builder.remembered(lines, plan.storeUrl());
    LastStore last = remembered.last();
    store.resume(last.ends());
    health.expectIdentity(last.identity());
    FormerDefinitions.check(lines, plan.config());
    service = new IdService(
        mint, plan.config(), health, clients.threads.waiting(), ServiceClocks.system());
    metrics.show(service);
    files.serve(service, metrics);
    ServedStore served = new ServedStore(lines, storeUrl, last.identity());
    HttpProtocol calls = http(ServerSettings.HTTP, clients);
    PortPurpose port = admin.isPresent() ? PortPurpose.CLIENTS : PortPurpose.EVERYTHING;
    calls.serve(service, served, status, port);
    http = listen(ServerSettings.HTTP, clients, calls);
    LargeNumbers largeNumbers = settings.get(ServerSettings.LARGE_NUMBERS);
    RespProtocol commands = new RespProtocol(
        service, files.access, largeNumbers, terms(ServerSettings.RESP, clients), ObjectId.next());
    resp = listen(ServerSettings.RESP, clients, commands);
    operatorCalls.ifPresent(own -> own.serve(service, served, status, PortPurpose.ADMINISTRATION));
    if (engine instanceof FileStore file) {
      file.publish(url()); // With this, the command line finds the server that uses the directory.
    }
    maintain(settings.get(ServerSettings.IDLE_AFTER));
    LOG.log(
        Logger.Level.INFO,
        "the server is up: version={0}, http={1}, resp={2}, admin={3}, store={4}, generators={5}",
        Version.TEXT,
        url(),
        StartScreen.hostAndPort(resp),
        admin.map(this::url).orElse("none"),
        storeUrl,
        String.join(" ", plan.config().generators().keySet()));
  }

  private Resources clients() {
    Runtime machine = Runtime.getRuntime();
    int loops = settings
        .find(ServerSettings.IO_THREADS)
        .orElseGet(() -> Math.min(machine.availableProcessors(), MOST_IO_THREADS));
    long memoryBytes = settings
        .find(ServerSettings.REQUEST_MEMORY)
        .orElseGet(() -> machine.maxMemory() / REQUESTS_PART_OF_HEAP);
    RequestThreads threads = RequestThreads.start("mintmark", WAITING_THREADS);
    return resources(loops, settings.get(ServerSettings.MAX_CONNECTIONS), memoryBytes, threads);
  }

  private Resources resources(
      int loops, int mostClients, long memoryBytes, RequestThreads threads) {
    ConnectionLimit limit = new ConnectionLimit(
        mostClients, settings.get(ServerSettings.TOKEN_WITHIN), files.access::asksForTokens);
    return new Resources(
        new Listeners(loops, limit, new InFlight(memoryBytes), files.tls()), threads);
  }

  private HttpProtocol http(Setting<InetSocketAddress> setting, Resources own) {
    boolean isOpen = !settings.get(setting).getAddress().isLoopbackAddress();
    Readiness opening = Readiness.opening(ServerFiles.CLOCK.instant(), storeUrl);
    return new HttpProtocol(opening, status, files.access, isOpen, terms(setting, own));
  }

  private ConnectionContext terms(Setting<InetSocketAddress> setting, Resources own) {
    String name = setting.key();
    ConnectionLimit limit = own.listeners.limit();
    metrics.showClients(name, () -> limit.clients(name), limit::most);
    return new ConnectionContext(
        own.threads, LONGEST_REQUEST, own.listeners.memory(), metrics.traffic(name), idempotency);
  }

  private InetSocketAddress listen(
      Setting<InetSocketAddress> setting, Resources own, Protocol protocol) {
    return own.listeners.listen(setting.key(), settings.get(setting), protocol);
  }

  private InetSocketAddress listenForAdmin(Resources own, HttpProtocol calls) {
    InetSocketAddress at = listen(ServerSettings.ADMIN, own, calls);
    LOG.log(
        Logger.Level.INFO,
        "the admin port listens, and the store is being opened: admin={0}, store={1}",
        url(at),
        storeUrl);
    return at;
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
    files.all.forEach(ReloadedFiles::reloadSoon);
  }

  /**
   * Makes each SIGHUP call {@link #reload} instead of ending the process. Does nothing if there are
   * no changeable files.
   */
  public void reloadOnHangup() {
    if (!files.all.isEmpty()) {
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
    return http;
  }

  /** The address of the Redis protocol. */
  public InetSocketAddress resp() {
    return resp;
  }

  /**
   * The address of the separate port for health, metrics and administration; empty if there is no
   * such port.
   */
  public Optional<InetSocketAddress> admin() {
    return admin;
  }

  /**
   * The URL of the HTTP interface for programs of this machine, for example
   * {@code http://127.0.0.1:7600}.
   */
  public String url() {
    return url(http);
  }

  private String url(InetSocketAddress address) {
    String scheme = files.tls().isPresent() ? "https://" : "http://";
    return scheme + StartScreen.hostAndPort(address);
  }

  /** The first screen: the addresses, and three commands to try. */
  public String firstScreen() {
    boolean isConfigured = files.access.asksForTokens()
        || files.tls().isPresent()
        || !plan.config().generators().values().stream().allMatch(Configured::isBuiltIn);
    return new StartScreen(isConfigured, files.tls().isPresent())
        .of(storeUrl, url(), resp, admin.map(this::url));
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
        end.join(settings
            .get(ServerSettings.DRAIN_NOTICE)
            .plus(settings.get(ServerSettings.DRAIN))
            .plus(CLOSES_WITHIN)
            .toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      if (end.isAlive()) {
        LOG.log(
            Logger.Level.WARNING,
            "the server takes longer to close than drain={0} and {1}; it abandons calls that hang",
            settings.get(ServerSettings.DRAIN),
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
          settings.get(ServerSettings.DRAIN),
          Integer.toString(clients.listeners.limit().open()));
      service.stop();
      ElapsedClock.system().pause(settings.get(ServerSettings.DRAIN_NOTICE).toNanos());
      closePorts(settings.get(ServerSettings.DRAIN));
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

  /**
   * Stops accepting, lets connections end as {@link Listeners#close(Duration)} does, and closes the
   * admin port last.
   *
   * @param within the time after which unanswered requests on the clients' ports are cut off
   */
  private void closePorts(Duration within) {
    int cut = clients.listeners.close(within);
    if (cut > 0) {
      LOG.log(
          Logger.Level.WARNING,
          "the drain is over: drain={0}, connections={1}; they were cut off",
          within,
          Integer.toString(cut));
    }
    operators.ifPresent(own -> {
      int unusedCut = own.listeners.close(ADMIN_CLOSES_WITHIN);
      own.threads.close();
    });
    clients.threads.close();
  }
}
