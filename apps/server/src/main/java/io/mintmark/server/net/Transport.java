package io.mintmark.server.net;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.unix.IntegerUnixChannelOption;
import io.vertx.core.impl.transports.EpollTransport;
import io.vertx.core.impl.transports.NioTransport;
import io.vertx.core.net.TcpConfig;
import java.util.List;
import java.util.function.Function;

/**
 * Vert.x's sockets, the system's native ones or the JDK's, with settings that Vert.x has no option
 * for, and with a {@link Connection} in front of each pipeline.
 *
 * <p>A connection reads at most {@value #MAX_READ_BYTES} bytes at a time, so it has at most the
 * requests of one read in memory while one of them waits, and reads no more.
 */
final class Transport {

  private static final int MAX_READ_BYTES = 16 * 1024;
  private static final int FIRST_READ_BYTES = 1024;
  private static final int MIN_READ_BYTES = 64;

  /**
   * When more than the higher number of bytes of replies wait for the client to take them, the
   * client's further requests are not answered until fewer than the lower number wait.
   */
  private static final WriteBufferWaterMark UNSENT = new WriteBufferWaterMark(16 * 1024, 32 * 1024);

  /**
   * The options for the least TTL of received packets, of IPv4 and of IPv6. Packets below it are
   * dropped.
   */
  private static final List<IntegerUnixChannelOption> LEAST_TTL = List.of(
      new IntegerUnixChannelOption("IP_MINTTL", 0, 21),
      new IntegerUnixChannelOption("IPV6_MINHOPCOUNT", 41, 73));

  /** Most systems send packets with a TTL of 64 or 128. */
  static final int DROP_ALL = 255;

  static final int DROP_NONE = 0;

  private Transport() {}

  /** Returns Linux's epoll if its native library is available, else the JDK's implementation. */
  static io.vertx.core.spi.transport.Transport of(Listeners listeners) {
    if (Epoll.isAvailable()) {
      return new EpollTransport() {
        @Override
        public void configure(TcpConfig config, boolean isLocal, ServerBootstrap bootstrap) {
          super.configure(config, isLocal, bootstrap);
          prepare(bootstrap, listeners);
        }
      };
    }
    return new NioTransport() {
      @Override
      public void configure(TcpConfig config, boolean isLocal, ServerBootstrap bootstrap) {
        super.configure(config, isLocal, bootstrap);
        prepare(bootstrap, listeners);
      }
    };
  }

  private static void prepare(ServerBootstrap bootstrap, Listeners listeners) {
    Function<Channel, Connection> front = listeners.opening();
    ChannelHandler library = bootstrap.config().childHandler();
    bootstrap
        .handler(new ChannelInboundHandlerAdapter() {
          @Override
          public void handlerAdded(ChannelHandlerContext ctx) {
            listeners.opened(ctx.channel());
          }

          @Override
          public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            listeners.failed(cause);
            ctx.fireExceptionCaught(cause); // Netty pauses for a second.
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

  /**
   * Makes the system drop new connection requests to a port, if it can. The client repeats the
   * request a second later. Otherwise, a connection that is made between the last accept and the
   * port's close would be reset. A connection inherits the option if it was being made while its
   * port had it.
   */
  static void dropPackets(Channel channel, int ttl) {
    for (IntegerUnixChannelOption option : LEAST_TTL) {
      try {
        boolean unused = channel.config().setOption(option, ttl);
      } catch (ChannelException notThere) {
        // The socket lacks this protocol, or is closed. Then the option has no effect.
      }
    }
  }
}
