package io.mintmark.store.redis;

import io.mintmark.store.Durability;
import io.mintmark.store.engine.EngineStore;
import io.mintmark.store.engine.OpenSettings;

/**
 * A store that keeps its lines in Redis: one server, the primary that Sentinel names, or a
 * cluster.
 *
 * <p>A line is a hash, and a claim is a script that the server runs whole. The claims of many
 * threads share one round trip; in a cluster those on one server do, so that a server that hangs
 * does not hold up the lines of the others. The clock is the server's; in a cluster that of a
 * server that answers.
 *
 * <p>Redis answers before a replica has a claim, so that a failover can lose it; {@link
 * #canLoseAcknowledgedWrites} is always true, and worker numbers are taken by the server's {@link
 * #life}. What the servers' settings say is read at opening.
 *
 * <p>Thread-safe.
 */
public final class RedisStore extends EngineStore {

  RedisStore(OpenSettings settings, RedisEngine engine, Durability durability) {
    super(settings, engine, durability);
  }

  /**
   * Starts to set up a store.
   *
   * @return a builder
   */
  public static RedisStoreBuilder builder() {
    return new RedisStoreBuilder();
  }
}
