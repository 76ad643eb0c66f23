package io.mintmark.server.net;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.unix.IntegerUnixChannelOption;
import io.vertx.core.impl.transports.EpollTransport;
import io.vertx.core.impl.transports.NioTransport;
import io.vertx.core.net.TcpConfig;
import java.util.List;
import java.util.function.Consumer;

/** Vert.x's sockets, the system's native ones or the JDK's, with settings that Vert.x lacks. */
final class Transport {

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
  static io.vertx.core.spi.transport.Transport of(Consumer<ServerBootstrap> prepare) {
    if (Epoll.isAvailable()) {
      return new EpollTransport() {
        @Override
        public void configure(TcpConfig config, boolean isLocal, ServerBootstrap bootstrap) {
          super.configure(config, isLocal, bootstrap);
          prepare.accept(bootstrap);
        }
      };
    }
    return new NioTransport() {
      @Override
      public void configure(TcpConfig config, boolean isLocal, ServerBootstrap bootstrap) {
        super.configure(config, isLocal, bootstrap);
        prepare.accept(bootstrap);
      }
    };
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
