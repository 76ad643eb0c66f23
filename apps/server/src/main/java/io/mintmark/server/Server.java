package io.mintmark.server;

import io.mintmark.config.Setting;
import io.mintmark.config.SettingValues;
import io.mintmark.internal.store.StoreUrl;
import io.mintmark.server.access.Access;
import io.mintmark.server.http.HttpProtocol;
import io.mintmark.server.http.PortPurpose;
import io.mintmark.server.http.ServerStatus;
import io.mintmark.server.idempotency.IdempotencyCache;
import io.mintmark.server.log.LogLevel;
import io.mintmark.server.metrics.Metrics;
import io.mintmark.server.net.ConnectionContext;
import io.mintmark.server.net.ConnectionLimit;
import io.mintmark.server.net.Listeners;
import io.mintmark.server.net.OpenConnections;
import io.mintmark.server.net.RequestMemory;
import io.mintmark.server.net.RequestThreads;
import io.mintmark.server.net.SlowLog;
import io.mintmark.server.net.Traffic;
import io.mintmark.server.resp.RespProtocol;
import io.mintmark.service.IdService;
import io.mintmark.service.LineService;
import io.mintmark.service.Version;
import io.mintmark.store.file.FileStore;
import io.mintmark.time.ElapsedClock;
import java.lang.System.Logger;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Ids over HTTP and over Redis's protocol, from one store. Thread-safe.
 *
 * <p>Requests that can be answered from what is claimed are answered by the event loops, one a
 * processor. What may wait for the store, or takes long, goes to {@link RequestThreads}.
 */
public final class Server implements AutoCloseable {

  private static final Logger LOG = System.getLogger(Server.class.getName());

  /** How long a request waits for its answer beyond what a claim may take. */
  private static final Duration ANSWERS_AFTER_CLAIM = Duration.ofMillis(500);

  /** What closing may take beside the drain: above all the store's close, should it hang. */
  private static final Duration CLOSES_WITHIN = Duration.ofSeconds(5);

  private static final int MOST_IO_THREADS = 1024;

  /** By default requests and answers may take this part of the heap. */
  private static final int REQUESTS_PART_OF_HEAP = 4;

  private final ServerPlan plan;

  /** Without secrets. */
  private final String storeUrl;

  private final MeasuredMint measured;
  private final RememberedStore remembered;
  private final Listeners listeners;
  private final RequestThreads threads;
  private final Optional<AdminPort> adminPort;
  private final SlowLog slowLog;
  private final IdempotencyCache idempotency;
  private final Maintenance upkeep;

  private final ServerFiles files;
  private volatile SettingValues settings;
  private final IdService service;
  private final InetSocketAddress http;
  private final InetSocketAddress resp;
  private final Optional<InetSocketAddress> admin;
  private final AtomicBoolean closing = new AtomicBoolean();
  private final CountDownLatch closed = new CountDownLatch(1);

  private Server(
      ServerPlan plan,
      MeasuredMint measured,
      Listeners listeners,
      RequestThreads threads,
      Optional<AdminPort> adminPort) {
    this.plan = plan;
    this.adminPort = adminPort;
    this.settings = plan.settings();
    this.storeUrl = StoreUrl.mask(plan.storeUrl());
    this.measured = measured;
    this.listeners = listeners;
    this.threads = threads;
    slowLog = new SlowLog(
        plan.settings().get(ServerSettings.SLOW_LOG_ABOVE),
        plan.settings().get(ServerSettings.SLOW_LOG_ENTRIES),
        plan.guard().clock());
    idempotency = new IdempotencyCache(
        plan.settings().get(ServerSettings.IDEMPOTENCY_ENTRIES),
        plan.settings().get(ServerSettings.IDEMPOTENCY_MEMORY),
        ElapsedClock.system());
    remembered = plan.remembered().apply(measured.mint().store());
    Metrics metrics = measured.metrics();
    service = new IdService(measured.mint(), plan.config(), measured.health(), threads.waiting());
    LineService lines = new LineService(measured.mint().store(), storeUrl, remembered.identity());
    metrics.show(service);
    service.onReconfigured(() -> metrics.showGenerators(service));
    service.refreshStored();
    metrics.show(listeners);
    metrics.show(idempotency);
    plan.guard().certificateEnds().ifPresent(metrics::showCertificate);
    Access access = plan.guard().access();
    metrics.showTokens(access::statuses);
    files = new ServerFiles(plan, service, this::take);
    files.all().forEach(metrics::showStale);
    metrics.showDroppedRecords(plan.guard()::droppedRecords);
    admin = adminPort.map(port -> listenHttp(
        ServerSettings.ADMIN, PortPurpose.ADMINISTRATION, port.listeners(), port.threads(), lines));
    http = listenHttp(
        ServerSettings.HTTP,
        admin.isPresent() ? PortPurpose.CLIENTS : PortPurpose.EVERYTHING,
        listeners,
        threads,
        lines);
    resp = listeners.listen(
        ServerSettings.RESP.key(),
        plan.settings().get(ServerSettings.RESP),
        new RespProtocol(
            service,
            access,
            plan.settings().get(ServerSettings.LARGE_NUMBERS),
            terms(ServerSettings.RESP.key(), listeners, threads)));
    if (measured.engine() instanceof FileStore file) {
      file.publish(url()); // The command line finds the server that has the directory by this.
    }
    upkeep =
        new Maintenance(service, () -> settings.get(ServerSettings.IDLE_AFTER), this::remember);
    files.watch();
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

  /** Takes those settings that need no restart; the others are the same. */
  private void take(SettingValues next) {
    LogLevel level = next.get(ServerSettings.LOG_LEVEL);
    if (level != settings.get(ServerSettings.LOG_LEVEL)) {
      level.use();
    }
    settings = next;
    listeners.bound(ServerSettings.bounds(next));
    listeners.memory().resize(requestMemory(next));
    slowLog.keep(
        next.get(ServerSettings.SLOW_LOG_ABOVE), next.get(ServerSettings.SLOW_LOG_ENTRIES));
    idempotency.bound(
        next.get(ServerSettings.IDEMPOTENCY_ENTRIES), next.get(ServerSettings.IDEMPOTENCY_MEMORY));
    plan.guard().auditAbove(next.get(ServerSettings.AUDIT_ABOVE));
  }

  /** Reads all files again that can change, soon: configuration, tokens and certificates. */
  public void reload() {
    files.reload();
  }

  /** Does that at each SIGHUP, which otherwise ends the process; nothing without such files. */
  public void reloadOnHangup() {
    if (!files.all().isEmpty()) {
      ProcessSignals.onHangup(this::reload);
    }
  }

  private void remember() {
    remembered.keep(measured.ends().ends());
  }

  private InetSocketAddress listenHttp(
      Setting<InetSocketAddress> setting,
      PortPurpose purpose,
      Listeners on,
      RequestThreads answering,
      LineService lines) {
    InetSocketAddress address = plan.settings().get(setting);
    return on.listen(
        setting.key(),
        address,
        new HttpProtocol(
            service,
            lines,
            new ServerStatus(measured.metrics()::scrape, files::statuses),
            plan.guard().access(),
            !address.getAddress().isLoopbackAddress(),
            purpose,
            terms(setting.key(), on, answering)));
  }

  private ConnectionContext terms(String protocol, Listeners on, RequestThreads answering) {
    Traffic traffic = new Traffic();
    measured.metrics().show(protocol, traffic);
    measured.metrics().showClients(protocol, () -> on.clients(protocol));
    OpenConnections connections = adminPort
        .map(port -> listeners.connections().and(port.listeners().connections()))
        .orElseGet(listeners::connections);
    return new ConnectionContext(
        answering,
        MeasuredMint.CLAIM_TIMEOUT.plus(ANSWERS_AFTER_CLAIM),
        on.memory(),
        traffic,
        connections,
        slowLog,
        idempotency);
  }

  /** Starts making a server. */
  public static ServerBuilder builder() {
    return new ServerBuilder();
  }

  /** Opens the store and the generators, and listens; if one of it fails all is closed again. */
  static Server start(ServerPlan plan) {
    MeasuredMint measured = open(plan);
    ConnectionLimit limit = new ConnectionLimit(
        ServerSettings.bounds(plan.settings()), plan.guard().access()::asksForTokens);
    Listeners listeners = new Listeners(
        "mintmark-io",
        ioThreads(plan.settings()),
        limit,
        new RequestMemory(requestMemory(plan.settings())),
        plan.guard().tls());
    RequestThreads threads =
        RequestThreads.start(mostQueued(plan.settings().get(ServerSettings.MAX_CONNECTIONS)));
    Optional<AdminPort> adminPort = plan.settings()
        .find(ServerSettings.ADMIN)
        .map(address -> AdminPort.open(
            limit,
            plan.settings().get(ServerSettings.TOKEN_WITHIN),
            plan.guard().tls()));
    try {
      return new Server(plan, measured, listeners, threads, adminPort);
    } catch (RuntimeException e) {
      adminPort.ifPresent(AdminPort::close);
      listeners.close();
      threads.close();
      measured.close();
      plan.guard().close();
      throw e;
    }
  }

  private static int ioThreads(SettingValues settings) {
    return settings
        .find(ServerSettings.IO_THREADS)
        .orElseGet(() -> Math.min(Runtime.getRuntime().availableProcessors(), MOST_IO_THREADS));
  }

  private static long requestMemory(SettingValues settings) {
    return settings
        .find(ServerSettings.REQUEST_MEMORY)
        .orElseGet(() -> Runtime.getRuntime().maxMemory() / REQUESTS_PART_OF_HEAP);
  }

  private static MeasuredMint open(ServerPlan plan) {
    try {
      return MeasuredMint.open(plan.storeUrl());
    } catch (RuntimeException e) {
      plan.guard().close();
      throw e;
    }
  }

  /** How many requests of all connections wait for the request threads at most. */
  private static int mostQueued(int maxConnections) {
    long most = (long) maxConnections * HttpProtocol.MOST_AT_A_TIME;
    return (int) Math.min(most, Integer.MAX_VALUE);
  }

  /** Where HTTP listens. */
  public InetSocketAddress http() {
    return http;
  }

  /** Where Redis's protocol listens. */
  public InetSocketAddress resp() {
    return resp;
  }

  /** Where HTTP answers health, metrics and administration; empty if it has no port for them. */
  public Optional<InetSocketAddress> admin() {
    return admin;
  }

  /**
   * How programs of this machine call the HTTP interface, for example {@code
   * http://127.0.0.1:7600}.
   */
  public String url() {
    return url(http);
  }

  private String url(InetSocketAddress address) {
    String scheme = plan.guard().tls().isPresent() ? "https://" : "http://";
    return scheme + StartScreen.hostAndPort(address);
  }

  /** The first screen: what runs where, and three commands to try. */
  public String firstScreen() {
    AccessControl guard = plan.guard();
    StartScreen screen = new StartScreen(
        plan.config(), guard.access().asksForTokens(), guard.tls().isPresent());
    return screen.of(storeUrl, url(), resp, admin.map(this::url));
  }

  /**
   * Closes when this process is asked to end, by SIGTERM or by Ctrl-C, and lets it exit with 0: to
   * be stopped so is how a server's work ends, not a failure. Asked once more while it closes, the
   * process ends at once, with 143 or 130.
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
   * Is ready no more, and after the notice stops accepting, answers each connection's next request
   * as its last for as long as it may drain, then closes the generators and the store. Idempotent.
   * Returns when all is closed, or when the drain is over by five seconds: then what hangs, a store
   * that does not answer, is left behind.
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
            "closing takes longer than drain={0} and {1}; what hangs is left behind",
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
          "the server stops: drain={0}, connections={1}; what is in flight is answered",
          settings.get(ServerSettings.DRAIN),
          Integer.toString(listeners.open()));
      service.stop();
      ElapsedClock.system().pause(settings.get(ServerSettings.DRAIN_NOTICE).toNanos());
      int cut = listeners.close(settings.get(ServerSettings.DRAIN));
      if (cut > 0) {
        LOG.log(
            Logger.Level.WARNING,
            "the drain is over: drain={0}, connections={1}; they were cut off",
            settings.get(ServerSettings.DRAIN),
            Integer.toString(cut));
      }
      adminPort.ifPresent(AdminPort::close);
      upkeep.close();
      files.close();
      threads.close();
      try {
        remember();
      } finally {
        measured.close();
        plan.guard().close();
      }
      LOG.log(Logger.Level.INFO, "the server has stopped");
    } catch (Throwable e) { // The top of a thread.
      LOG.log(Logger.Level.ERROR, "the server did not close in order", e);
    }
  }
}
