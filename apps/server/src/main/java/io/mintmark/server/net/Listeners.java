package io.mintmark.server.net;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannelRecvByteBufAllocator;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.NetUtil;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import javax.net.ssl.SSLParameters;

/** The listening ports, with all their connections. */
public final class Listeners implements AutoCloseable {

  private static final int BACKLOG = 1024;

  /** How many connections are accepted before open connections are served again. */
  private static final int ACCEPTED_A_PASS = 16;

  /** Linux queues one connection more than the configured backlog. */
  private static final int PASSES_TO_ACCEPT_ALL = BACKLOG / ACCEPTED_A_PASS + 1;

  /** The most bytes of one read, which is also the most that a connection can queue. */
  private static final int MAX_READ_BYTES = 16 * 1024;

  private static final int FIRST_READ_BYTES = 1024;
  private static final int MIN_READ_BYTES = 64;

  /**
   * When more than the higher number of bytes of replies wait for the client to take them, the
   * client's further requests are not answered until fewer than the lower number wait.
   */
  private static final WriteBufferWaterMark UNSENT = new WriteBufferWaterMark(16 * 1024, 32 * 1024);

  private static final Transport TRANSPORT = Transport.best();

  private static final Duration HANDSHAKE_WITHIN = Duration.ofSeconds(10);

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

  private static final Duration LOOPS_END_WITHIN = Duration.ofSeconds(5);

  private final EventLoopGroup loops;
  private final ChannelGroup ports = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private final ChannelGroup connections =
      new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);
  private final ConnectionLimit limit;
  private final RequestMemory memory;
  private final Optional<Supplier<SslContext>> tls;
  private volatile boolean closing;

  /**
   * Makes an instance without ports.
   *
   * @param name the name of the threads
   * @param threads how many threads read and answer, each for its share of the connections
   * @param limit the limit of open connections, over all ports
   * @param memory the memory for requests and replies of all connections together
   * @param tls the TLS context of each new connection, if connections are encrypted
   */
  public Listeners(
      String name,
      int threads,
      ConnectionLimit limit,
      RequestMemory memory,
      Optional<Supplier<SslContext>> tls) {
    loops = new MultiThreadIoEventLoopGroup(
        threads, new DefaultThreadFactory(name), TRANSPORT.handlers());
    this.limit = limit;
    this.memory = memory;
    this.tls = tls;
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
  public InetSocketAddress listen(String name, InetSocketAddress address, Protocol protocol) {
    ChannelFuture bound = new ServerBootstrap()
        .group(loops)
        .channel(TRANSPORT.serverChannel())
        .option(ChannelOption.SO_BACKLOG, BACKLOG)
        .option(
            ChannelOption.RECVBUF_ALLOCATOR,
            new ServerChannelRecvByteBufAllocator()
                .respectMaybeMoreData(false)
                .maxMessagesPerRead(ACCEPTED_A_PASS))
        .handler(new ChannelInitializer<Channel>() {
          @Override
          protected void initChannel(Channel port) {
            port.pipeline().addLast(new SpareFile(limit));
          }
        })
        .childOption(ChannelOption.TCP_NODELAY, true)
        .childOption(ChannelOption.SO_KEEPALIVE, true)
        .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, UNSENT)
        .childOption(
            ChannelOption.RECVBUF_ALLOCATOR,
            new AdaptiveRecvByteBufAllocator(MIN_READ_BYTES, FIRST_READ_BYTES, MAX_READ_BYTES)
                .maxMessagesPerRead(1))
        .childHandler(new ChannelInitializer<Channel>() {
          @Override
          protected void initChannel(Channel channel) {
            connections.add(channel);
            if (closing) {
              Transport.hearAgain(channel);
            }
            ConnectionSlot slot = new ConnectionSlot(limit, channel, name);
            channel.pipeline().addLast(slot);
            tls.ifPresent(now -> encrypt(now.get(), channel, protocol, slot));
            protocol.addTo(channel.pipeline());
          }
        })
        .bind(address)
        .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new ConfigurationException(
          "server",
          Message.of(
              "cannot listen: {}={}: {}",
              name,
              NetUtil.toSocketAddressString(address),
              bound.cause().getMessage()));
    }
    ports.add(bound.channel());
    return (InetSocketAddress) bound.channel().localAddress();
  }

  /** Sets other bounds for connections. Open connections are kept. */
  public void bound(ConnectionBounds bounds) {
    limit.bound(bounds);
  }

  /** The memory for requests and replies of all connections together. */
  public RequestMemory memory() {
    return memory;
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

  private static void encrypt(
      SslContext context, Channel channel, Protocol protocol, ConnectionSlot slot) {
    SslHandler handler = context.newHandler(channel.alloc());
    SSLParameters parameters = handler.engine().getSSLParameters();
    parameters.setApplicationProtocols(protocol.tlsNames().toArray(String[]::new));
    handler.engine().setSSLParameters(parameters);
    handler.setHandshakeTimeoutMillis(HANDSHAKE_WITHIN.toMillis());
    RenegotiationGuard guard = new RenegotiationGuard(slot);
    handler.handshakeFuture().addListener(shaken -> {
      if (!shaken.isSuccess() && guard.hasBegun()) {
        slot.countFailedTls(why(shaken.cause()));
      }
    });
    channel.pipeline().addLast(new PlainTextAnswer(protocol, slot), guard, handler);
  }

  /**
   * If the client sent no TLS, the exception's message contains the data, which may include a
   * token.
   */
  private static String why(Throwable failed) {
    return failed instanceof NotSslRecordException ? ConnectionSlot.NO_TLS : failed.toString();
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
    if (loops.isShuttingDown()) {
      return 0;
    }
    long graceMs = Math.min(lastRequestWithin.toMillis(), within.toMillis());
    // Runs before any port refuses connections. Later replies are marked as the last.
    Set<Channel> told = Set.copyOf(connections);
    told.forEach(connection -> finish(connection, graceMs));
    closing = true;
    ports.forEach(port -> closeInSteps(port, within));
    ports.newCloseFuture().awaitUninterruptibly();
    // The event loops may still be setting up the connections that were accepted last.
    loops.forEach(loop -> loop.submit(() -> {}).awaitUninterruptibly());
    connections.stream()
        .filter(connection -> !told.contains(connection))
        .forEach(connection -> finish(connection, graceMs));
    int cut = 0;
    if (!connections.newCloseFuture().awaitUninterruptibly(within.toMillis())) {
      cut = connections.size();
      connections.close().awaitUninterruptibly();
    }
    loops
        .shutdownGracefully(0, LOOPS_END_WITHIN.toMillis(), TimeUnit.MILLISECONDS)
        .awaitUninterruptibly();
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
  private static void finish(Channel connection, long graceMs) {
    ChannelPipeline pipeline = connection.pipeline();
    connection.eventLoop().execute(() -> {
      pipeline.fireUserEventTriggered(InOrder.FINISH);
      Runnable end =
          () -> whenLoopHasRead(connection, () -> pipeline.fireUserEventTriggered(InOrder.END));
      Future<?> unused = connection.eventLoop().schedule(end, graceMs, TimeUnit.MILLISECONDS);
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
