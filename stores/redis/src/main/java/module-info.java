/**
 * A store that keeps its lines in Redis: one server, a primary that Sentinel names, or a cluster.
 */
@SuppressWarnings("requires-transitive-automatic") // the driver lacks a module descriptor
module io.mintmark.store.redis {
  requires transitive io.mintmark.store.engine;
  requires static org.jspecify;
  requires transitive lettuce.core;

  exports io.mintmark.store.redis;

  provides io.mintmark.store.ClaimStoreProvider with
      io.mintmark.store.redis.RedisStoreProvider;
  provides io.mintmark.internal.store.PublishedCounterReader with
      io.mintmark.store.redis.RedisCounterReader;
}
