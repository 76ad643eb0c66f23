package io.mintmark.store.redis;

import io.mintmark.internal.store.Durability;
import io.mintmark.store.engine.EngineStore;
import io.mintmark.store.engine.OpenSettings;

/**
 * A store that keeps its lines (named counters) in Redis: one server, the primary that Sentinel
 * names, or a cluster.
 *
 * <p>A line is a hash, and a claim is one script or command that the server runs completely or not
 * at all. The claims of many threads share one round trip. In a cluster, only claims on the same
 * server share a round trip, so a server that hangs does not delay the lines of other servers. The
 * clock is the server's. In a cluster, it is the clock of any server that replies.
 *
 * <p>Redis replies before a replica has a claim, so a failover can lose the claim. Therefore {@link
 * #canLoseAcknowledgedWrites} is always true, and the server's {@link #life} decides when a process
 * may take a worker number. The store reads the servers' settings for durability when it is opened.
 *
 * <p>Thread-safe.
 */
public final class RedisStore extends EngineStore {

  RedisStore(OpenSettings settings, RedisEngine engine, Durability durability) {
    super(settings, engine, durability);
  }

  /**
   * Starts to configure a store.
   *
   * @return a builder
   */
  public static RedisStoreBuilder builder() {
    return new RedisStoreBuilder();
  }
}
