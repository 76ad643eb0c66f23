package io.mintmark.server;

import io.mintmark.server.net.ConnectionBounds;
import io.mintmark.server.net.ConnectionLimit;
import io.mintmark.server.net.InFlight;
import io.mintmark.server.net.Listeners;
import io.mintmark.server.net.RequestThreads;
import io.vertx.core.net.ServerSSLOptions;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The separate port for health, metrics and administration, if it is configured. It has its own
 * event loop, threads for long calls, limit of connections, and limit of large requests and
 * replies. So the clients of the other ports cannot exhaust these resources. It shares only the
 * process's heap and file descriptors, and the machine's processors.
 *
 * @param listeners listens on this port only
 * @param threads answer calls that its event loop must not answer
 */
record AdminPort(Listeners listeners, RequestThreads threads) implements AutoCloseable {

  /** Enough for the operators of one server and for its monitoring. */
  private static final int MOST_CONNECTIONS = 64;

  private static final long IN_FLIGHT_BYTES = 16L << 20;

  /** The time for open calls when the server closes. The clients' ports are closed by then. */
  private static final Duration CLOSES_WITHIN = Duration.ofSeconds(1);

  /**
   * Opens the resources of the port.
   *
   * @param asksForTokens whether clients must show a token
   * @param tokenWithin the time in which a connection must show a token, if tokens are required
   * @param tls the settings of TLS of new connections, if connections are encrypted
   */
  static AdminPort open(
      BooleanSupplier asksForTokens,
      Duration tokenWithin,
      Optional<Supplier<ServerSSLOptions>> tls) {
    ConnectionBounds bounds = new ConnectionBounds(MOST_CONNECTIONS, Map.of(), tokenWithin);
    return new AdminPort(
        new Listeners(
            1, new ConnectionLimit(bounds, asksForTokens), new InFlight(IN_FLIGHT_BYTES), tls),
        RequestThreads.startForAdmin());
  }

  @Override
  public void close() {
    int unusedCut = listeners.close(CLOSES_WITHIN);
    threads.close();
  }
}
