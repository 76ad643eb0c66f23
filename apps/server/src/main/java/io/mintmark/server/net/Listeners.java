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

/** The ports that are listened on, with all their connections. */
public final class Listeners implements AutoCloseable {

  private static final int BACKLOG = 1024;

  /** So many connections are let in before those that are open are looked at. */
  private static final int ACCEPTED_A_PASS = 16;

  /** Linux has one more wait than it was told. */
  private static final int PASSES_TO_ACCEPT_ALL = BACKLOG / ACCEPTED_A_PASS + 1;

  /** The most bytes that one read brings in, which is what a connection can have queued. */
  private static final int MAX_READ_BYTES = 16 * 1024;

  private static final int FIRST_READ_BYTES = 1024;
  private static final int MIN_READ_BYTES = 64;

  /** While a client has more answers than that to take, no more of its requests are answered. */
  private static final WriteBufferWaterMark UNSENT = new WriteBufferWaterMark(16 * 1024, 32 * 1024);

  private static final Transport TRANSPORT = Transport.best();

  private static final Duration HANDSHAKE_WITHIN = Duration.ofSeconds(10);

  /** By then clients that read that an answer is the last have connected again. */
  private static final Duration RECONNECTED_WITHIN = Duration.ofMillis(100);

  /** By then the system has made a connection that was asked for, unless from far away. */
  private static final Duration CONNECTED_WITHIN = Duration.ofMillis(20);

  /** By then a client that is at work has sent its next request. */
  private static final Duration LAST_REQUEST_WITHIN = Duration.ofSeconds(1);

  /** The shortest there is: what is due later than now is for the loop's next pass. */
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
   * Makes a set of ports without any.
   *
   * @param name what to call the threads
   * @param threads how many read and answer, each for its share of the connections
   * @param limit how many connections may be open at a time, over all ports
   * @param memory what requests and answers of all of them may take together
   * @param tls with what each new connection is encrypted, if they are
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
   * Listens.
   *
   * @param name what to call the port in a message
   * @param address where; port 0 takes any that is free
   * @param protocol what speaks there
   * @return where it listens
   * @throws ConfigurationException if the address cannot be had
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

  /** Takes other bounds for connections; those that are open stay. */
  public void bound(ConnectionBounds bounds) {
    limit.bound(bounds);
  }

  /** What requests and answers of all connections may take together. */
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
    channel.pipeline().addLast(guard, handler);
  }

  /** What came in place of TLS stands in the exception's message, a token with it. */
  private static String why(Throwable failed) {
    return failed instanceof NotSslRecordException ? "what came is not TLS" : failed.toString();
  }

  /** Stops accepting and ends; what is not answered yet is cut off. Idempotent. */
  @Override
  public void close() {
    int unusedCut = close(Duration.ZERO);
  }

  /**
   * Ends in steps: for a short while each connection answers what comes next, and says that it is
   * the last; those that connect again at once are let in, then nobody is; what has stayed silent
   * is closed. A client that reads its answers so loses none. Idempotent.
   *
   * @param within what is not answered then is cut off
   * @return how many connections were cut off
   */
  public int close(Duration within) {
    return close(within, LAST_REQUEST_WITHIN);
  }

  /** Does that, with another time for the last request of a connection. */
  synchronized int close(Duration within, Duration lastRequestWithin) {
    if (loops.isShuttingDown()) {
      return 0;
    }
    long graceMs = Math.min(lastRequestWithin.toMillis(), within.toMillis());
    // Before any port refuses: the answers that come after that say that they are the last.
    Set<Channel> told = Set.copyOf(connections);
    told.forEach(connection -> finish(connection, graceMs));
    closing = true;
    ports.forEach(port -> closeInSteps(port, within));
    ports.newCloseFuture().awaitUninterruptibly();
    // What was accepted last is being made a connection of by its own loop.
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
   * Closes a port while as few as possible connect: after those whom open connections have told of
   * the end, and before they are told again. What asks then is dropped by the system, where it can,
   * and asks once more when the port is closed.
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

  /** Closes a port once those are let in who have connected: as many as can have waited for it. */
  private static void closeAfter(Channel port, int passes) {
    whenLoopHasRead(port, () -> {
      if (passes > 1) {
        closeAfter(port, passes - 1);
      } else {
        ChannelFuture unused = port.close();
      }
    });
  }

  /** On the connection's own loop: while that is held up, it is not the client who is silent. */
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
   * Does something once what has come by now has been read, or accepted. Each pass of a loop begins
   * with that, and then takes what was due at that time.
   */
  private static void whenLoopHasRead(Channel channel, Runnable task) {
    EventLoop loop = channel.eventLoop();
    loop.execute(() -> {
      Future<?> unused = loop.schedule(task, NEXT_PASS_NANOS, TimeUnit.NANOSECONDS);
    });
  }
}
