package io.mintmark.storm;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCredentials;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SslOptions;
import io.lettuce.core.SslVerifyMode;
import io.lettuce.core.api.StatefulRedisConnection;
import io.mintmark.storm.Caller.Outcome;
import io.mintmark.storm.Caller.Reply;
import java.time.Duration;
import java.util.logging.Level;
import java.util.logging.Logger;
import reactor.core.publisher.Mono;

/**
 * Sends requests to one server with the Redis protocol, with Lettuce, which reconnects by itself.
 */
final class RespClient implements AutoCloseable {

  /**
   * Lettuce logs each failed connection. The logger is referenced here because the JDK drops the
   * levels of unused loggers.
   */
  private static final Logger LOG = Logger.getLogger("io.lettuce.core");

  static {
    LOG.setLevel(Level.OFF);
  }

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final RedisClient client;
  private final StatefulRedisConnection<String, String> connection;
  private final Access access;
  private String shown;

  RespClient(int port, Access access) {
    this.access = access;
    this.shown = access.token();
    RedisURI uri = RedisURI.builder()
        .withHost("127.0.0.1")
        .withPort(port)
        .withSsl(true)
        .withVerifyPeer(SslVerifyMode.FULL)
        .withAuthentication(
            () -> Mono.fromSupplier(() -> RedisCredentials.just("shop", access.token())))
        .withTimeout(TIMEOUT)
        .build();
    client = RedisClient.create(uri);
    client.setOptions(ClientOptions.builder()
        .sslOptions(SslOptions.builder().trustManager(access.root().toFile()).build())
        .build());
    connection = client.connect();
  }

  /** Requests the next number of a name. Sends a new token first, if there is one. */
  Reply next(String name) {
    try {
      String token = access.token();
      if (!token.equals(shown)) {
        String unused = connection.sync().auth("shop", token);
        shown = token;
      }
      return new Reply(Outcome.NUMBER, connection.sync().incr(name), "");
    } catch (RedisCommandExecutionException e) {
      return new Reply(Outcome.REFUSED, 0, e.toString());
    } catch (RedisException e) {
      return new Reply(Outcome.LOST, 0, e.toString());
    }
  }

  @Override
  public void close() {
    connection.close();
    client.shutdown();
  }
}
