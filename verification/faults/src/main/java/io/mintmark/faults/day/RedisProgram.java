package io.mintmark.faults.day;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCredentials;
import io.lettuce.core.RedisCredentialsProvider;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SslOptions;
import io.lettuce.core.SslVerifyMode;
import io.lettuce.core.api.StatefulRedisConnection;
import java.time.Duration;
import java.util.logging.Level;
import java.util.logging.Logger;
import reactor.core.publisher.Mono;

/** Asks one server over the Redis protocol, with Lettuce, which connects again by itself. */
final class RedisProgram implements Client {

  /** It says each time that it cannot connect; kept, as the JDK forgets the levels of others. */
  private static final Logger LOG = Logger.getLogger("io.lettuce.core");

  static {
    LOG.setLevel(Level.OFF);
  }

  /** Longer than all servers are down while a backup is restored. */
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final RedisClient client;
  private final StatefulRedisConnection<String, String> connection;
  private final Access access;

  RedisProgram(int port, Access access) {
    this.access = access;
    RedisURI uri = RedisURI.builder()
        .withHost("127.0.0.1")
        .withPort(port)
        .withSsl(true)
        .withVerifyPeer(SslVerifyMode.FULL)
        .withAuthentication(credentials(access))
        .withTimeout(PATIENCE)
        .build();
    client = RedisClient.create(uri);
    client.setOptions(ClientOptions.builder()
        .sslOptions(SslOptions.builder().trustManager(access.root().toFile()).build())
        .build());
    connection = client.connect();
  }

  /** Each new connection shows the token of the moment. */
  private static RedisCredentialsProvider credentials(Access access) {
    return () -> Mono.fromSupplier(() -> RedisCredentials.just("shop", access.token()));
  }

  /** Shows the token of the moment on the open connection. */
  void logIn() {
    String unused = connection.sync().auth("shop", access.token());
  }

  @Override
  public String next(String name) throws Exception {
    try {
      return Long.toString(connection.sync().incr(name));
    } catch (RedisCommandExecutionException e) {
      throw new RefusedException(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public void close() {
    connection.close();
    client.shutdown();
  }
}
