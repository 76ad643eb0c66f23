package io.mintmark.store.remote;

import io.mintmark.store.engine.EngineStore;
import io.mintmark.store.engine.OpenSettings;

/**
 * A store whose lines (named, durable counters) are kept by a Mintmark server, or by several
 * servers that share one store.
 *
 * <p>Every request carries the identity of the store that was found at opening. A server with
 * another store refuses the request. So a server that restarts with an empty store does not hand
 * out positions twice. The claims of many threads share a request. Thread-safe.
 */
public final class RemoteStore extends EngineStore {

  RemoteStore(OpenSettings settings, RemoteEngine engine) {
    super(settings, engine, engine.durability());
  }

  /**
   * Starts to configure a store.
   *
   * @return a builder
   */
  public static RemoteStoreBuilder builder() {
    return new RemoteStoreBuilder();
  }
}
