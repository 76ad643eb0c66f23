package io.mintmark.server.net;

import io.netty.channel.Channel;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannelConfig;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;

/**
 * The kind of sockets that moves the bytes: the system's own or the JDK's.
 *
 * @param handlers makes what each event loop waits with
 * @param serverChannel the kind of the ports, which decides over that of their connections
 */
record Transport(IoHandlerFactory handlers, Class<? extends ServerChannel> serverChannel) {

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
}
