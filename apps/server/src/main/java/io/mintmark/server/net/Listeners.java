package io.mintmark.server.net;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.server.net.ConnectionLimit.Refusal;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.EventLoop;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.NetUtil;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.VerticleBase;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.impl.VertxThread;
import io.vertx.core.internal.VertxBootstrap;
import io.vertx.core.internal.VertxInternal;
import io.vertx.core.net.ServerSSLOptions;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.spi.VertxThreadFactory;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The listening ports, with all their connections, on one instance of Vert.x. */
public final class Listeners implements AutoCloseable {

  /** The start of the names of the event loops' threads. */
  private static final String EVENT_LOOP = "mintmark-io";

  /** How many connections are accepted before open connections are served again. */
  private static final int ACCEPTED_A_PASS = 16;

  /** Linux queues one connection more than the configured backlog. */
  private static final int PASSES_TO_ACCEPT_ALL = Protocol.BACKLOG / ACCEPTED_A_PASS + 1;

  /**
   * Within this time, clients that have read the last reply of a connection have connected again.
   */
  private static final Duration RECONNECTED_WITHIN = Duration.ofMillis(100);

  /**
   * Within this time, the system completes a requested connection, unless it comes from far away.
   */
  private static final Duration CONNECTED_WITHIN = Duration.ofMillis(20);

  /** Within this time, an active client has sent its next request. */
  private static final Duration LAST_REQUEST_WITHIN = Duration.ofSeconds(1);

  /** The shortest delay: a task that is due later than now runs in the loop's next pass. */
  private static final long NEXT_PASS_NANOS = 1;

  private static final int VERTX_ENDS_WITHIN_SECONDS = 5;

  /** How often the settings of TLS are compared with those in use. */
  private static final long TLS_EVERY_MS = 250;

  private final VertxInternal vertx;
  private final int threads;
  private final List<Channel> ports = new CopyOnWriteArrayList<>();
  private final List<Protocol.Bound> bound = new CopyOnWriteArrayList<>();
  private final ChannelGroup connections =
      new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);
  private final ConnectionLimit limit;
  private final InFlight inFlight;
  private final Optional<Supplier<ServerSSLOptions>> tls;

  /** Makes the front of each connection of the port that is being opened. */
  private volatile Function<Channel, ChannelHandler> opening = channel -> {
    throw new IllegalStateException("no port is being opened");
  };

  private volatile boolean closing;
  private boolean closed;

  /**
   * Makes an instance without ports.
   *
   * @param threads how many event loops read and answer, each for its share of the connections
   * @param limit the limit of open connections, over all ports
   * @param inFlight the limit of large requests and replies, over all ports
   * @param tls the present settings of TLS, if connections are encrypted
   */
  public Listeners(
      int threads,
      ConnectionLimit limit,
      InFlight inFlight,
      Optional<Supplier<ServerSSLOptions>> tls) {
    this.threads = threads;
    this.limit = limit;
    this.inFlight = inFlight;
    this.tls = tls;
    this.vertx = (VertxInternal) VertxBootstrap.create()
        .options(options(threads))
        .threadFactory(new NamedThreads())
        .transport(new Transport(
            ports::add,
            cause -> limit.refused(Refusal.NO_FILE, String.valueOf(cause.getMessage())),
            () -> opening))
        .init()
        .vertx();
    var unused = vertx.exceptionHandler(limit::failed);
    tls.ifPresent(this::followTls);
  }

  /** Names the event loops in logs and thread dumps. */
  private static final class NamedThreads implements VertxThreadFactory {

    @Override
    public VertxThread newVertxThread(
        Runnable target, String name, boolean worker, long maxExecTime, TimeUnit unit) {
      return VertxThreadFactory.super.newVertxThread(
          target, name.replace("vert.x-eventloop-thread", EVENT_LOOP), worker, maxExecTime, unit);
    }
  }

  /** Makes Vert.x use few threads and no file: nothing here blocks, or reads a file. */
  private static VertxOptions options(int threads) {
    return new VertxOptions()
        .setEventLoopPoolSize(threads)
        .setWorkerPoolSize(1)
        .setInternalBlockingPoolSize(1)
        .setDisableTCCL(true)
        .setFileSystemOptions(new FileSystemOptions()
            .setClassPathResolvingEnabled(false)
            .setFileCachingEnabled(false));
  }

  /** Applies other settings of TLS to new connections, for example a new certificate. */
  private void followTls(Supplier<ServerSSLOptions> settings) {
    AtomicReference<ServerSSLOptions> used = new AtomicReference<>(settings.get());
    long unusedTimer = vertx.setPeriodic(TLS_EVERY_MS, timer -> {
      ServerSSLOptions now = settings.get();
      if (!used.getAndSet(now).equals(now)) {
        bound.forEach(each -> {
          io.vertx.core.Future<Boolean> unused = each.encryptAnew().apply(now.copy());
        });
      }
    });
  }

  /**
   * Listens on a port.
   *
   * @param name the port's name in a message
   * @param address the address; port 0 takes any free port
   * @param protocol the protocol of the port
   * @return the address on which it listens
   * @throws ConfigurationException if the address cannot be used
   */
  public synchronized InetSocketAddress listen(
      String name, InetSocketAddress address, Protocol protocol) {
    opening = channel -> accepted(channel, name, protocol);
    List<Protocol.Bound> each = new CopyOnWriteArrayList<>();
    SocketAddress at = address(address);
    DeploymentOptions onEachLoop = new DeploymentOptions().setInstances(threads);
    try {
      String unusedId = vertx
          .deployVerticle(
              () -> new VerticleBase() {
                @Override
                public io.vertx.core.Future<?> start() {
                  @Nullable
                  ServerSSLOptions own = tls.map(now -> now.get().copy()).orElse(null);
                  return protocol.listen(vertx, at, own).onSuccess(each::add);
                }
              },
              onEachLoop)
          .toCompletionStage()
          .toCompletableFuture()
          .join();
    } catch (CompletionException e) {
      throw new ConfigurationException(
          "server",
          Message.of(
              "cannot listen: {}={}: {}",
              name,
              NetUtil.toSocketAddressString(address),
              Objects.requireNonNull(e.getCause()).getMessage()));
    }
    bound.add(each.get(0));
    return new InetSocketAddress(address.getAddress(), each.get(0).port());
  }

  /** All event loops share the port. If it may be any free port, Vert.x needs a number for it. */
  private SocketAddress address(InetSocketAddress address) {
    String host = address.getAddress().getHostAddress();
    return address.getPort() == 0
        ? SocketAddress.sharedRandomPort(bound.size() + 1, host)
        : SocketAddress.inetSocketAddress(address.getPort(), host);
  }

  private ChannelHandler accepted(Channel channel, String name, Protocol protocol) {
    connections.add(channel);
    if (closing) {
      Transport.hearAgain(channel);
    }
    return new Connection(limit, channel, name, protocol, tls.isPresent());
  }

  /** Sets other bounds for connections. Open connections are kept. */
  public void bound(ConnectionBounds bounds) {
    limit.bound(bounds);
  }

  /** The limit of large requests and replies, over all ports. */
  public InFlight memory() {
    return inFlight;
  }

  /** How many clients of a port are connected. */
  public int clients(String name) {
    return limit.clients(name);
  }

  /** How many clients of a port may be connected at a time. */
  public int mostClients(String name) {
    return limit.mostClients(name);
  }

  /** How many connections are open, over all ports. */
  public int open() {
    return limit.open();
  }

  /** How many clients may be connected at a time, over all ports. */
  public int most() {
    return limit.most();
  }

  /** How many connections were refused for a reason. */
  public long refused(ConnectionLimit.Refusal reason) {
    return limit.refused(reason);
  }

  /** Stops accepting and closes. Requests without a reply are cut off. Idempotent. */
  @Override
  public void close() {
    int unusedCut = close(Duration.ZERO);
  }

  /**
   * Closes in steps. For a short time, each connection answers its next request, and marks the
   * reply as the last. Clients that connect again at once are accepted. Then no client is accepted,
   * and idle connections are closed. So a client that reads its replies loses no request.
   * Idempotent.
   *
   * @param within the time after which unanswered requests are cut off
   * @return how many connections were cut off
   */
  public int close(Duration within) {
    return close(within, LAST_REQUEST_WITHIN);
  }

  /** Closes in the same way, with another time for the last request of a connection. */
  synchronized int close(Duration within, Duration lastRequestWithin) {
    if (closed) {
      return 0;
    }
    closed = true;
    long graceMs = Math.min(lastRequestWithin.toMillis(), within.toMillis());
    // Runs before any port refuses connections. Later replies are marked as the last.
    Set<Channel> told = Set.copyOf(connections);
    told.forEach(connection -> finish(connection, graceMs));
    closing = true;
    ports.forEach(port -> closeInSteps(port, within));
    ports.forEach(port -> port.closeFuture().awaitUninterruptibly());
    // The event loops may still be setting up the connections that were accepted last.
    vertx.nettyEventLoopGroup().forEach(loop -> loop.submit(() -> {}).awaitUninterruptibly());
    connections.stream()
        .filter(connection -> !told.contains(connection))
        .forEach(connection -> finish(connection, graceMs));
    int cut = 0;
    if (!connections.newCloseFuture().awaitUninterruptibly(within.toMillis())) {
      cut = connections.size();
      connections.forEach(connection -> Connection.of(connection).cut());
    }
    try {
      vertx
          .close()
          .toCompletionStage()
          .toCompletableFuture()
          .orTimeout(VERTX_ENDS_WITHIN_SECONDS, TimeUnit.SECONDS)
          .join();
    } catch (CompletionException e) {
      // The event loops are abandoned. They are daemons of a process that ends.
    }
    return cut;
  }

  /**
   * Closes a port at a time when as few clients as possible connect: after the clients that
   * reconnect because of their last reply have connected, and before these new connections end too.
   * Meanwhile the system drops connection requests, if it can. The clients repeat these requests
   * when the port is closed.
   */
  private static void closeInSteps(Channel port, Duration within) {
    later(port, RECONNECTED_WITHIN, within, () -> {
      Transport.dropNewcomers(port);
      later(port, CONNECTED_WITHIN, within, () -> closeAfter(port, PASSES_TO_ACCEPT_ALL));
    });
  }

  private static void later(Channel port, Duration after, Duration atMost, Runnable task) {
    long millis = Math.min(after.toMillis(), atMost.toMillis());
    Future<?> unused = port.eventLoop().schedule(task, millis, TimeUnit.MILLISECONDS);
  }

  /**
   * Closes a port after so many passes of its loop that all waiting connections are accepted, even
   * if the backlog was full.
   */
  private static void closeAfter(Channel port, int passes) {
    whenLoopHasRead(port, () -> {
      if (passes > 1) {
        closeAfter(port, passes - 1);
      } else {
        ChannelFuture unused = port.close();
      }
    });
  }

  /**
   * Starts the time on the connection's own loop. If that loop is delayed, the time starts later,
   * so a client whose requests were not read meanwhile does not count as idle.
   */
  private static void finish(Channel channel, long graceMs) {
    Connection connection = Connection.of(channel);
    channel.eventLoop().execute(() -> {
      connection.finish();
      Runnable end = () -> whenLoopHasRead(channel, connection::endSoon);
      Future<?> unused = channel.eventLoop().schedule(end, graceMs, TimeUnit.MILLISECONDS);
    });
  }

  /**
   * Runs a task once all data that has arrived by now is read, or all connections are accepted.
   * Each pass of a loop starts with reading, and then runs the tasks that were due at its start.
   */
  private static void whenLoopHasRead(Channel channel, Runnable task) {
    EventLoop loop = channel.eventLoop();
    loop.execute(() -> {
      Future<?> unused = loop.schedule(task, NEXT_PASS_NANOS, TimeUnit.NANOSECONDS);
    });
  }
}
