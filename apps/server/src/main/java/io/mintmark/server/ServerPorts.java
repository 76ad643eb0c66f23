package io.mintmark.server;

import io.mintmark.config.Setting;
import io.mintmark.config.SettingValues;
import io.mintmark.internal.line.WindowRules;
import io.mintmark.internal.store.StoreUrl;
import io.mintmark.internal.time.ElapsedClock;
import io.mintmark.server.http.HttpProtocol;
import io.mintmark.server.http.PortPurpose;
import io.mintmark.server.http.ServedStore;
import io.mintmark.server.http.ServerStatus;
import io.mintmark.server.idempotency.IdempotencyCache;
import io.mintmark.server.metrics.Metrics;
import io.mintmark.server.net.ConnectionContext;
import io.mintmark.server.net.ConnectionLimit;
import io.mintmark.server.net.InFlight;
import io.mintmark.server.net.Listeners;
import io.mintmark.server.net.Protocol;
import io.mintmark.server.net.RequestThreads;
import io.mintmark.server.resp.RespProtocol;
import io.mintmark.service.IdService;
import io.mintmark.service.Readiness;
import java.lang.System.Logger;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The ports of one server, and the resources that all their connections share.
 *
 * <p>The admin port, if it is configured, listens before the store is open, so that monitoring sees
 * that the server is alive and why it waits. Clients' ports listen once they can serve requests.
 */
final class ServerPorts {

  private static final Logger LOG = System.getLogger(ServerPorts.class.getName());

  /**
   * A first call may wait for an engine that has just started, then for a claim, then for its
   * reply.
   */
  private static final Duration LONGEST_REQUEST =
      WindowRules.WAIT.plus(Server.CLAIM_TIMEOUT).plusMillis(500);

  private static final int MOST_IO_THREADS = 1024;

  /** Enough for the operators of one server and for its monitoring. */
  private static final int MOST_ADMIN_CONNECTIONS = 64;

  private static final long ADMIN_IN_FLIGHT_BYTES = 16L << 20;

  /** The time for open calls on the admin port. The clients' ports are closed by then. */
  private static final Duration ADMIN_CLOSES_WITHIN = Duration.ofSeconds(1);

  /** By default, requests and replies may use the size of the heap divided by this. */
  private static final int REQUESTS_PART_OF_HEAP = 4;

  private final ServerPlan plan;
  private final ServerFiles files;
  private final Metrics metrics;
  private final Readiness opening;
  private final ServerStatus status;
  private final IdempotencyCache idempotency;
  private final Resources clients;
  private final Optional<Resources> operators;
  private final Optional<HttpProtocol> operatorCalls;
  private Optional<InetSocketAddress> admin = Optional.empty();
  private @Nullable InetSocketAddress http;
  private @Nullable InetSocketAddress resp;

  /**
   * The event loops, limits and threads of the clients' ports, or of the separate port for health,
   * metrics and administration. So clients cannot exhaust the resources of the separate port. It
   * shares only the process's heap and file descriptors, and the machine's processors.
   */
  private record Resources(Listeners listeners, RequestThreads threads) {}

  /**
   * Makes the resources of the ports.
   *
   * @param metrics count events on the ports; the caller closes them
   */
  ServerPorts(ServerPlan plan, ServerFiles files, Metrics metrics) {
    this.plan = plan;
    this.files = files;
    this.metrics = metrics;
    SettingValues settings = plan.settings();
    opening = Readiness.opening(ServerFiles.CLOCK.instant(), StoreUrl.mask(plan.storeUrl()));
    status = new ServerStatus(metrics::scrape, files::statuses);
    idempotency = new IdempotencyCache(
        settings.get(ServerSettings.IDEMPOTENCY_MEMORY), ElapsedClock.system());
    Runtime machine = Runtime.getRuntime();
    clients = resources(
        settings
            .find(ServerSettings.IO_THREADS)
            .orElseGet(() -> Math.min(machine.availableProcessors(), MOST_IO_THREADS)),
        settings.get(ServerSettings.MAX_CONNECTIONS),
        settings
            .find(ServerSettings.REQUEST_MEMORY)
            .orElseGet(() -> machine.maxMemory() / REQUESTS_PART_OF_HEAP),
        RequestThreads.start());
    operators = settings
        .find(ServerSettings.ADMIN)
        .map(at -> resources(
            1, MOST_ADMIN_CONNECTIONS, ADMIN_IN_FLIGHT_BYTES, RequestThreads.startForAdmin()));
    operatorCalls = operators.map(own -> http(ServerSettings.ADMIN, own));
    metrics.show(clients.listeners, operators.map(Resources::listeners));
    metrics.show(idempotency);
    files.certificateEnds().ifPresent(metrics::showCertificate);
  }

  private Resources resources(
      int loops, int mostClients, long memoryBytes, RequestThreads threads) {
    ConnectionLimit limit = new ConnectionLimit(
        mostClients,
        plan.settings().get(ServerSettings.TOKEN_WITHIN),
        files.access()::asksForTokens);
    return new Resources(
        new Listeners(loops, limit, new InFlight(memoryBytes), files.tls()), threads);
  }

  private HttpProtocol http(Setting<InetSocketAddress> setting, Resources own) {
    boolean isOpen = !plan.settings().get(setting).getAddress().isLoopbackAddress();
    return new HttpProtocol(opening, status, files.access(), isOpen, terms(setting, own));
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
    return own.listeners.listen(setting.key(), plan.settings().get(setting), protocol);
  }

  /**
   * Listens on the admin port if there is one. Until the store is open, it reports that the store
   * is being opened.
   *
   * @throws io.mintmark.error.ConfigurationException if the address cannot be used
   */
  void listenForAdmin() {
    admin = operators.map(own -> listen(ServerSettings.ADMIN, own, operatorCalls.orElseThrow()));
    admin.ifPresent(at -> LOG.log(
        Logger.Level.INFO,
        "the admin port listens, and the store is being opened: admin={0}, store={1}",
        url(at),
        StoreUrl.mask(plan.storeUrl())));
  }

  /**
   * Listens on the clients' ports, and answers all calls on the admin port, because the store is
   * open.
   *
   * @throws io.mintmark.error.ConfigurationException if an address cannot be used
   */
  void serve(IdService service, ServedStore lines) {
    HttpProtocol calls = http(ServerSettings.HTTP, clients);
    calls.serve(
        service, lines, status, admin.isPresent() ? PortPurpose.CLIENTS : PortPurpose.EVERYTHING);
    http = listen(ServerSettings.HTTP, clients, calls);
    RespProtocol commands = new RespProtocol(
        service,
        files.access(),
        plan.settings().get(ServerSettings.LARGE_NUMBERS),
        terms(ServerSettings.RESP, clients));
    resp = listen(ServerSettings.RESP, clients, commands);
    operatorCalls.ifPresent(own -> own.serve(service, lines, status, PortPurpose.ADMINISTRATION));
  }

  /** The address of HTTP, once it is open. */
  InetSocketAddress http() {
    return Objects.requireNonNull(http);
  }

  /** The address of the Redis protocol, once it is open. */
  InetSocketAddress resp() {
    return Objects.requireNonNull(resp);
  }

  /** The address of the admin port; empty if there is none. */
  Optional<InetSocketAddress> admin() {
    return admin;
  }

  /**
   * The executor for tasks that wait for the store, such as opening a generator at its first use.
   */
  Executor waiting() {
    return clients.threads.waiting();
  }

  /** The URL of HTTP at an address. */
  String url(InetSocketAddress address) {
    String scheme = files.tls().isPresent() ? "https://" : "http://";
    return scheme + StartScreen.hostAndPort(address);
  }

  /** How many connections to the clients' ports are open. */
  int open() {
    return clients.listeners.limit().open();
  }

  /**
   * Stops accepting, lets connections end as {@link Listeners#close(Duration)} does, and closes the
   * admin port last.
   *
   * @param within the time after which unanswered requests on the clients' ports are cut off
   */
  void close(Duration within) {
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
