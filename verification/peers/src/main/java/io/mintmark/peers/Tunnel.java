package io.mintmark.peers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/**
 * Takes connections from one address to another. A process in a network of its own reaches a store
 * by a socket in the file system: one tunnel from its port to the socket, one from there to the
 * store.
 */
final class Tunnel implements AutoCloseable {

  private final ServerSocketChannel server;
  private final SocketAddress target;

  private Tunnel(ServerSocketChannel server, SocketAddress target) {
    this.server = server;
    this.target = target;
    daemon(this::accept);
  }

  /** Opens the end in the process's own network. */
  static Tunnel fromPort(int port, Path socket) throws IOException {
    return new Tunnel(
        ServerSocketChannel.open().bind(loopback(port)), UnixDomainSocketAddress.of(socket));
  }

  /** Opens the end where the store is. */
  static Tunnel toPort(Path socket, int port) throws IOException {
    return new Tunnel(
        ServerSocketChannel.open(StandardProtocolFamily.UNIX)
            .bind(UnixDomainSocketAddress.of(socket)),
        loopback(port));
  }

  private static InetSocketAddress loopback(int port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  private static void daemon(Runnable work) {
    Thread thread = new Thread(work, "tunnel");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    try {
      while (server.isOpen()) {
        SocketChannel from = server.accept();
        SocketChannel to = SocketChannel.open(target);
        daemon(() -> copy(from, to));
        daemon(() -> copy(to, from));
      }
    } catch (IOException e) {
      close();
    }
  }

  private static void copy(SocketChannel from, SocketChannel to) {
    ByteBuffer bytes = ByteBuffer.allocate(1 << 14);
    try (from;
        to) {
      while (from.read(bytes) >= 0) {
        bytes.flip();
        while (bytes.hasRemaining()) {
          int unused = to.write(bytes);
        }
        bytes.clear();
      }
    } catch (IOException e) {
      // One end has closed, and so does the other.
    }
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
