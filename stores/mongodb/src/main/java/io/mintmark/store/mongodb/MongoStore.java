package io.mintmark.store.mongodb;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.Durability;
import io.mintmark.store.engine.EngineStore;
import io.mintmark.store.engine.OpenSettings;
import java.time.Duration;

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
   * Opens the store that a URL names.
   *
   * @param url MongoDB's own form, {@code mongodb://} or {@code mongodb+srv://}; the path is the
   *     database, and {@code collection} and {@code strict} are parameters
   * @param timeout the deadline of every call
   * @return the open store, which the caller closes
   * @throws ConfigurationException if the URL is wrong, the user lacks a necessary right, the
   *     collection is unfit, or {@code strict=true} refuses the server
   * @throws StoreUnavailableException if the server does not reply
   */
  public static MongoStore open(String url, Duration timeout) {
    return builder().url(url).timeout(timeout).open();
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
