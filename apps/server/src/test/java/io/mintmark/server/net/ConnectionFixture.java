package io.mintmark.server.net;

import io.netty.channel.embedded.EmbeddedChannel;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.ServerSSLOptions;
import io.vertx.core.net.SocketAddress;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Makes connections in memory. */
public final class ConnectionFixture {

  private ConnectionFixture() {}

  private record NoProtocol() implements Protocol {

    @Override
    public Future<Bound> listen(
        Vertx vertx, SocketAddress address, @Nullable ServerSSLOptions tls) {
      throw new UnsupportedOperationException();
    }

    @Override
    public String answerWithoutTls() {
      return "";
    }
  }

  static ConnectionLimit limit(BooleanSupplier asksForTokens) {
    return new ConnectionLimit(10, Duration.ofSeconds(10), asksForTokens);
  }

  /** Makes the front of a pipeline, to be added to it. */
  static Connection of(EmbeddedChannel channel, ConnectionLimit limit) {
    return new Connection(limit, channel, "port", new NoProtocol(), false);
  }

  /** Opens a connection without tokens. */
  public static Connection open(EmbeddedChannel channel) {
    Connection connection = of(channel, limit(() -> false));
    channel.pipeline().addLast(connection);
    channel.pipeline().fireChannelActive();
    return connection;
  }
}
