package io.mintmark.store.jdbc;

import io.mintmark.store.Durability;
import io.mintmark.store.engine.EngineStore;
import io.mintmark.store.engine.OpenSettings;
import io.mintmark.store.engine.StoreEngine;

/**
 * A store that keeps its lines in a table of PostgreSQL, MariaDB or MySQL.
 *
 * <p>A claim is one statement and one round trip, and a transaction of its own, committed before it
 * answers: no transaction of the caller's can roll it back, or hold a line while it goes on. The
 * claims of many threads share round trips and commits. The store keeps two connections, one to
 * write and one to read, and opens them again by itself. What was under way when one broke is
 * burned.
 *
 * <p>Every call returns or throws within the timeout given at opening. The engine is told to give
 * up a little earlier, so that no claim waits longer for a line that somebody else has locked.
 *
 * <p>The table is made if it is missing: {@code mintmark_line}, or as the parameter {@code table}
 * says. Two tables do not see each other. Thread-safe.
 */
public final class JdbcStore extends EngineStore {

  JdbcStore(OpenSettings settings, StoreEngine engine, Durability durability) {
    super(settings, engine, durability);
  }

  /**
   * Starts settings.
   *
   * @return a builder; it needs a URL or a DataSource
   */
  public static JdbcStoreBuilder builder() {
    return new JdbcStoreBuilder();
  }
}
