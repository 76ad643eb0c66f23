package io.mintmark.server;

import io.mintmark.server.http.HttpProtocol;
import io.mintmark.server.net.ConnectionBounds;
import io.mintmark.server.net.ConnectionLimit;
import io.mintmark.server.net.Listeners;
import io.mintmark.server.net.RequestMemory;
import io.mintmark.server.net.RequestThreads;
import io.netty.handler.ssl.SslContext;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The port for health, metrics and administration, on a server that has one. It shares nothing with
 * the clients' ports that clients could use up: the event loop, the threads for what takes long,
 * the places for connections and the memory for requests and answers are its own. What remains
 * common are the process's heap, its file descriptors, and the machine's processors.
 *
 * @param listeners has the port alone
 * @param threads answer what its event loop must not
 */
record AdminPort(Listeners listeners, RequestThreads threads) implements AutoCloseable {

  /** Those who look after one server, and what watches it. */
  private static final int MOST_CONNECTIONS = 64;

  private static final long REQUEST_MEMORY_BYTES = 16L << 20;

  /** What is being answered when the server closes; by then the clients' ports are closed. */
  private static final Duration CLOSES_WITHIN = Duration.ofSeconds(1);

  /**
   * Starts what the port needs.
   *
   * @param clients the limit of the clients' ports
   * @param tokenWithin how soon a connection has to show a token, where one is asked for
   * @param tls with what each new connection is encrypted, if they are
   */
  static AdminPort open(
      ConnectionLimit clients, Duration tokenWithin, Optional<Supplier<SslContext>> tls) {
    return new AdminPort(
        new Listeners(
            "mintmark-io-admin",
            1,
            clients.forPortOfItsOwn(new ConnectionBounds(MOST_CONNECTIONS, Map.of(), tokenWithin)),
            new RequestMemory(REQUEST_MEMORY_BYTES),
            tls),
        RequestThreads.startForAdmin(MOST_CONNECTIONS * HttpProtocol.MOST_AT_A_TIME));
  }

  @Override
  public void close() {
    int unusedCut = listeners.close(CLOSES_WITHIN);
    threads.close();
  }
}
