package io.mintmark.store.jdbc;

import io.mintmark.internal.store.Durability;
import io.mintmark.store.engine.EngineStore;
import io.mintmark.store.engine.OpenSettings;
import io.mintmark.store.engine.StoreEngine;

/**
 * A store that keeps its lines (named, durable counters) in a table of PostgreSQL, MariaDB or
 * MySQL.
 *
 * <p>A claim is one statement, one round trip, and a transaction of its own. It is committed before
 * the store answers. No transaction of the caller can roll a claim back, and a claim locks no line
 * while such a transaction continues. Concurrent claims share round trips and commits. The store
 * uses two connections, one for writing and one for reading, and reopens them by itself. When a
 * connection breaks, the claims in progress on it fail, and the positions that they may have
 * claimed are never used.
 *
 * <p>Every call returns or throws within the timeout given at opening. The engine's own timeout is
 * a little shorter, so that no claim waits longer for a line that another client has locked.
 *
 * <p>The store creates its table if it does not exist. The table is {@code mintmark_line}, or the
 * one in the parameter {@code table}. Stores with different tables do not share lines. Thread-safe.
 */
public final class JdbcStore extends EngineStore {

  JdbcStore(OpenSettings settings, StoreEngine engine, Durability durability) {
    super(settings, engine, durability);
  }

  /**
   * Returns a builder for a store.
   *
   * @return a builder; it needs a URL or a DataSource
   */
  public static JdbcStoreBuilder builder() {
    return new JdbcStoreBuilder();
  }
}
