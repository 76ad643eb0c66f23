package io.mintmark.server.net;

import io.netty.channel.ChannelPipeline;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.ServerSSLOptions;
import io.vertx.core.net.SocketAddress;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The protocol of a port. */
public interface Protocol {

  /** How many connections the system keeps until they are accepted. */
  int BACKLOG = 1024;

  /**
   * A server of Vert.x that listens.
   *
   * @param port the number of its port
   * @param encryptAnew uses other settings of TLS for new connections
   */
  record Bound(int port, Function<ServerSSLOptions, Future<Boolean>> encryptAnew) {}

  /**
   * Makes a server of Vert.x on the present event loop, which listens.
   *
   * @param tls the settings of TLS, or null for none
   */
  Future<Bound> listen(Vertx vertx, SocketAddress address, @Nullable ServerSSLOptions tls);

  /** Prepares a new connection. */
  default void opened(ChannelPipeline pipeline) {}

  /** Returns the answer, in ASCII, to a client that sends text on a port with TLS. */
  String answerWithoutTls();
}
