package io.mintmark.server.net;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.server.net.ConnectionLimit.Refusal;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.NetUtil;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.vertx.core.Future;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.internal.VertxBootstrap;
import io.vertx.core.internal.VertxInternal;
import io.vertx.core.net.ServerSSLOptions;
import io.vertx.core.net.SocketAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The listening ports, with all their connections, on one instance of Vert.x. */
public final class Listeners implements AutoCloseable {

  /**
   * A connection reads at most this much at a time, so it has at most the requests of one read in
   * memory while one of them waits, and reads no more.
   */
  private static final int MAX_READ_BYTES = 16 * 1024;

  private static final int FIRST_READ_BYTES = 1024;
  private static final int MIN_READ_BYTES = 64;

  /**
   * When more than the higher number of bytes of replies wait for the client to take them, the
   * client's further requests are not answered until fewer than the lower number wait.
   */
  private static final WriteBufferWaterMark UNSENT = new WriteBufferWaterMark(16 * 1024, 32 * 1024);

  /**
   * Within this time, clients that have read the last reply of a connection have connected again.
   */
  private static final Duration RECONNECTED_WITHIN = Duration.ofMillis(100);

  /** Within this time, all connections are accepted that the system has completed. */
  private static final Duration ACCEPTED_WITHIN = Duration.ofMillis(100);

  /** Within this time, an active client has sent its next request. */
  private static final Duration LAST_REQUEST_WITHIN = Duration.ofSeconds(1);

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
  private volatile @Nullable Function<Channel, Connection> opening;

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
        .transport(Transport.of(this::prepare))
        .init()
        .vertx();
    var unused = vertx.exceptionHandler(cause -> limit.refused(Refusal.FAULT, "", cause));
    tls.ifPresent(this::followTls);
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
          Future<Boolean> unused = each.encryptAnew().apply(now.copy());
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
    SocketAddress at = address(address);
    List<Future<Protocol.Bound>> onEachLoop = Stream.generate(vertx::createEventLoopContext)
        .limit(threads)
        .map(loop -> Future.<Protocol.Bound>future(begun -> loop.runOnContext(now -> {
          @Nullable ServerSSLOptions own = tls.map(used -> used.get().copy()).orElse(null);
          var unused = protocol.listen(vertx, at, own).onComplete(begun);
        })))
        .toList();
    try {
      var unused =
          Future.all(onEachLoop).toCompletionStage().toCompletableFuture().join();
    } catch (CompletionException e) {
      throw new ConfigurationException(
          "server",
          Message.of(
              "cannot listen: {}={}: {}",
              name,
              NetUtil.toSocketAddressString(address),
              Objects.requireNonNull(e.getCause()).getMessage()));
    }
    Protocol.Bound first = onEachLoop.get(0).result();
    bound.add(first);
    return new InetSocketAddress(address.getAddress(), first.port());
  }

  /** All event loops share the port. If it may be any free port, Vert.x needs a number for it. */
  private SocketAddress address(InetSocketAddress address) {
    String host = address.getAddress().getHostAddress();
    return address.getPort() == 0
        ? SocketAddress.sharedRandomPort(bound.size() + 1, host)
        : SocketAddress.inetSocketAddress(address.getPort(), host);
  }

  /** Adds settings that Vert.x lacks, and puts a {@link Connection} in front of each pipeline. */
  private void prepare(ServerBootstrap bootstrap) {
    Function<Channel, Connection> front = Objects.requireNonNull(opening);
    ChannelHandler library = bootstrap.config().childHandler();
    bootstrap
        .handler(new ChannelInboundHandlerAdapter() {
          @Override
          public void handlerAdded(ChannelHandlerContext ctx) {
            ports.add(ctx.channel());
          }

          @Override
          public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            // No file descriptor is left. Netty tries again after a second.
            limit.refused(Refusal.NO_FILE, String.valueOf(cause.getMessage()), null);
            ctx.fireExceptionCaught(cause);
          }
        })
        .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
        .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, UNSENT)
        .childOption(
            ChannelOption.RECVBUF_ALLOCATOR,
            new AdaptiveRecvByteBufAllocator(MIN_READ_BYTES, FIRST_READ_BYTES, MAX_READ_BYTES)
                .maxMessagesPerRead(1))
        .childHandler(new ChannelInitializer<Channel>() {
          @Override
          protected void initChannel(Channel channel) {
            channel.pipeline().addLast(front.apply(channel), library);
          }
        });
  }

  private Connection accepted(Channel channel, String name, Protocol protocol) {
    Connection connection = new Connection(limit, channel, name, protocol, tls.isPresent());
    connections.add(channel);
    if (closing) {
      Transport.dropPackets(channel, Transport.DROP_NONE);
    }
    return connection;
  }

  /** The limit of connections, over all ports. */
  public ConnectionLimit limit() {
    return limit;
  }

  /** The limit of large requests and replies, over all ports. */
  public InFlight memory() {
    return inFlight;
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
    connections.forEach(connection -> finish(connection, graceMs));
    closing = true;
    ports.forEach(port -> later(port, RECONNECTED_WITHIN, within, () -> {
      Transport.dropPackets(port, Transport.DROP_ALL);
      later(port, ACCEPTED_WITHIN, within, () -> {
        ChannelFuture unused = port.close();
      });
    }));
    ports.forEach(port -> port.closeFuture().awaitUninterruptibly());
    // The event loops may still be setting up the connections that were accepted last.
    vertx.nettyEventLoopGroup().forEach(loop -> loop.submit(() -> {}).awaitUninterruptibly());
    connections.forEach(connection -> finish(connection, graceMs));
    int cut = 0;
    if (!connections.newCloseFuture().awaitUninterruptibly(within.toMillis())) {
      cut = connections.size();
      connections.forEach(connection -> Connection.of(connection).cut());
    }
    try {
      var unused = vertx
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

  private static void later(Channel port, Duration after, Duration atMost, Runnable task) {
    long millis = Math.min(after.toMillis(), atMost.toMillis());
    var unused = port.eventLoop().schedule(task, millis, MILLISECONDS);
  }

  /**
   * Starts the time on the connection's own loop. If that loop is delayed, the time starts later,
   * so a client whose requests were not read meanwhile does not count as idle.
   */
  private static void finish(Channel channel, long graceMs) {
    channel.eventLoop().execute(() -> Connection.of(channel).finish(graceMs));
  }
}
