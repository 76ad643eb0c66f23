package io.mintmark.store.mongodb;

import io.mintmark.internal.store.Durability;
import io.mintmark.store.engine.EngineStore;
import io.mintmark.store.engine.OpenSettings;

/**
 * A store that keeps its lines (named, durable counters) in a collection of MongoDB, or of a server
 * with MongoDB's protocol. Each line is a document.
 *
 * <p>A claim succeeds when it is in the journals of a majority of the replica set, so no failover
 * undoes it. While the server executes earlier claims, later claims wait. All waiting claims on one
 * line are combined into one claim. The clock is the primary's.
 *
 * <p>Scope: all processes that use the same collection. Thread-safe.
 */
public final class MongoStore extends EngineStore {

  MongoStore(OpenSettings settings, MongoEngine engine, Durability durability) {
    super(settings, engine, durability);
  }

  /**
   * Starts to configure a store.
   *
   * @return a builder with the defaults
   */
  public static MongoStoreBuilder builder() {
    return new MongoStoreBuilder();
  }
}
