package io.mintmark.store.redis;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.MaintNotificationsConfig;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.mintmark.store.engine.GroupCommit;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * A configured client of the driver, and the servers that it connects to.
 *
 * <p>By default, the driver reconnects in the background, resends the commands that were in flight
 * when a connection broke, and meanwhile queues new commands without a bound. Resending could not
 * hand out a position twice, because a claim that is made twice takes two ranges. But a queued
 * claim would take its range, and so advance its counter on the server, long after its caller has
 * returned. And all commands would queue behind a connection that does not answer.
 *
 * <p>So a broken connection is never used again. Its commands in flight fail, later commands on it
 * are rejected, and {@link ServerConnection} opens another connection.
 *
 * @param client makes the connections
 * @param uris the server; or the Sentinels with the primary's name; or some servers of a cluster,
 *     which list the others
 * @param cluster whether the servers belong to a cluster
 */
record Clients(RedisClient client, List<RedisURI> uris, boolean cluster) {

  /**
   * The most commands in flight: up to {@link GroupCommit#MAX_WAITING} claims of a batch, and as
   * many reads by other threads.
   */
  private static final int MAX_ON_THEIR_WAY = 2 * GroupCommit.MAX_WAITING;

  private static final Duration SHUTDOWN_TIMEOUT = Duration.ofSeconds(2);

  /** Makes a client with threads of its own. */
  static Clients own(List<RedisURI> uris, boolean cluster) {
    return new Clients(set(RedisClient.create(), ClientOptions.create(), uris), uris, cluster);
  }

  /** Makes a client that shares the threads and options of another client. */
  static Clients sharing(AbstractRedisClient other, List<RedisURI> uris, boolean cluster) {
    RedisClient client = RedisClient.create(other.getResources());
    return new Clients(set(client, ClientOptions.copyOf(other.getOptions()), uris), uris, cluster);
  }

  private static RedisClient set(RedisClient client, ClientOptions like, List<RedisURI> uris) {
    SocketOptions socket = like.getSocketOptions()
        .mutate()
        .connectTimeout(uris.get(0).getTimeout())
        .build();
    ClientOptions.Builder options = like.mutate()
        .autoReconnect(false)
        .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
        .requestQueueSize(MAX_ON_THEIR_WAY)
        .timeoutOptions(TimeoutOptions.builder().timeoutCommands(false).build())
        .socketOptions(socket);
    try {
      MaintenanceNotices.disable(options);
    } catch (LinkageError e) {
      // Lettuce 6, which an application may use, does not have these notices.
    }
    client.setOptions(options.build());
    return client;
  }

  /** This code is in a class of its own, because its types exist only in Lettuce 7 and later. */
  private static final class MaintenanceNotices {

    static void disable(ClientOptions.Builder options) {
      options.maintNotificationsConfig(MaintNotificationsConfig.disabled());
    }
  }

  /**
   * Copies the URIs, and sets a timeout for each attempt to connect. The Sentinels of a URI are
   * tried in turn before one deadline, so each gets a part of the time.
   */
  static List<RedisURI> within(Duration timeout, List<RedisURI> uris) {
    return uris.stream().map(uri -> within(timeout, uri)).toList();
  }

  private static RedisURI within(Duration timeout, RedisURI uri) {
    Duration each = timeout.dividedBy(uri.getSentinels().size() + 1L);
    RedisURI.Builder copy = RedisURI.builder(uri).withTimeout(each);
    for (RedisURI sentinel : uri.getSentinels()) {
      copy.withSentinel(RedisURI.builder(sentinel).withTimeout(each).build());
    }
    RedisURI built = copy.build();
    built.setSentinelMasterId(uri.getSentinelMasterId());
    return built;
  }

  /** Returns whether the primary's address comes from Sentinels. */
  boolean isSentinel() {
    return !uris.get(0).getSentinels().isEmpty();
  }

  /** Names a server without its secrets. */
  static String name(RedisURI uri) {
    if (uri.getSentinels().isEmpty()) {
      return uri.getHost() + ":" + uri.getPort();
    }
    List<String> sentinels = uri.getSentinels().stream().map(Clients::name).toList();
    return uri.getSentinelMasterId() + "@" + String.join(",", sentinels);
  }

  /** Shuts the client down, with its threads unless they are shared. */
  void shutDown() {
    // The end of the shutdown is not awaited, because every command already has its reply.
    Future<?> unused = client.shutdownAsync(0, SHUTDOWN_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
  }
}
