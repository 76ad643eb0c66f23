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
 * The kind of sockets that moves the bytes: the system's own or the JDK's.
 *
 * @param handlers makes what each event loop waits with
 * @param serverChannel the kind of the ports, which decides over that of their connections
 */
record Transport(IoHandlerFactory handlers, Class<? extends ServerChannel> serverChannel) {

  /** Packets that may have passed more routers than that are dropped; of IPv4, and of IPv6. */
  private static final List<IntegerUnixChannelOption> LEAST_TTL = List.of(
      new IntegerUnixChannelOption("IP_MINTTL", 0, 21),
      new IntegerUnixChannelOption("IPV6_MINHOPCOUNT", 41, 73));

  /** Senders begin with less, 64 or 128. */
  private static final int MOST_TTL = 255;

  /** Linux's epoll by a native library where there is one, else what the JDK has. */
  static Transport best() {
    return Epoll.isAvailable()
        ? new Transport(EpollIoHandler.newFactory(), EpollServerSocketChannel.class)
        : new Transport(NioIoHandler.newFactory(), NioServerSocketChannel.class);
  }

  /**
   * Has the system send the last bytes of a connection together with its end, where it can: who has
   * read the one then sees the other. Clients that look at a connection before they send on it
   * again, as redis-py does, so never send what nobody answers.
   */
  static void joinLastBytesAndEnd(Channel channel) {
    if (channel.config() instanceof EpollSocketChannelConfig config && channel.isActive()) {
      config.setTcpCork(true);
    }
  }

  /**
   * Has the system drop what asks a port for a connection, where it can; the client asks again a
   * second later. A connection that was made between the last look at the port and its end would be
   * reset.
   */
  static void dropNewcomers(Channel port) {
    setLeastTtl(port, MOST_TTL);
  }

  /** Undoes that for a connection that was being made then, and has it from its port. */
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
        // It has no such protocol, or is closed; then it is as it would be without.
      }
    }
  }
}
