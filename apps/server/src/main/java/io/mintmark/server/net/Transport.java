package io.mintmark.server.net;

import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollChannelConfig;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannelConfig;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.unix.IntegerUnixChannelOption;
import java.util.List;

/**
 * The implementation of sockets: the system's native one or the JDK's.
 *
 * @param handlers makes the I/O handler of each event loop
 * @param serverChannel the type of the ports' channels, which determines the type of connections
 */
record Transport(IoHandlerFactory handlers, Class<? extends ServerChannel> serverChannel) {

  /**
   * The options for the least TTL of received packets, of IPv4 and of IPv6. Packets below it are
   * dropped.
   */
  private static final List<IntegerUnixChannelOption> LEAST_TTL = List.of(
      new IntegerUnixChannelOption("IP_MINTTL", 0, 21),
      new IntegerUnixChannelOption("IPV6_MINHOPCOUNT", 41, 73));

  /**
   * The largest TTL. Most systems send packets with 64 or 128, so a port that requires this TTL
   * drops them.
   */
  private static final int MOST_TTL = 255;

  /**
   * Returns Linux's epoll through a native library if it is available, else the JDK's
   * implementation.
   */
  static Transport best() {
    return Epoll.isAvailable()
        ? new Transport(EpollIoHandler.newFactory(), EpollServerSocketChannel.class)
        : new Transport(NioIoHandler.newFactory(), NioServerSocketChannel.class);
  }

  /**
   * Makes the system send the last bytes of a connection together with its end, if it can. A client
   * that has read the bytes then also sees the end. So a client that checks a connection before it
   * sends again, as redis-py does, never sends a request that is not answered.
   */
  static void joinLastBytesAndEnd(Channel channel) {
    if (channel.config() instanceof EpollSocketChannelConfig config && channel.isActive()) {
      config.setTcpCork(true);
    }
  }

  /**
   * Makes the system drop new connection requests to a port, if it can. The client repeats the
   * request a second later. Otherwise, a connection that is made between the last accept and the
   * port's close would be reset.
   */
  static void dropNewcomers(Channel port) {
    setLeastTtl(port, MOST_TTL);
  }

  /**
   * Undoes {@link #dropNewcomers} for a connection. A connection inherits the option if it was
   * being made while its port had the option.
   */
  static void hearAgain(Channel connection) {
    setLeastTtl(connection, 0);
  }

  private static void setLeastTtl(Channel channel, int ttl) {
    if (!(channel.config() instanceof EpollChannelConfig config)) {
      return;
    }
    for (IntegerUnixChannelOption option : LEAST_TTL) {
      try {
        boolean unused = config.setOption(option, ttl);
      } catch (ChannelException notThere) {
        // The socket lacks this protocol, or is closed. Then the option has no effect.
      }
    }
  }
}
