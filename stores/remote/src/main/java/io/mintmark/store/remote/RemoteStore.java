package io.mintmark.store.remote;

import io.mintmark.store.engine.EngineStore;
import io.mintmark.store.engine.OpenSettings;

/**
 * A store behind a Mintmark server, or behind several servers that share one.
 *
 * <p>Every request names the store that was found when this was opened, and a server that has
 * another refuses it; so a server that comes back on an empty store hands nothing out twice. The
 * claims of many threads share a request. Thread-safe.
 */
public final class RemoteStore extends EngineStore {

  RemoteStore(OpenSettings settings, RemoteEngine engine) {
    super(settings, engine, engine.durability());
  }

  /**
   * Starts settings.
   *
   * @return a builder
   */
  public static RemoteStoreBuilder builder() {
    return new RemoteStoreBuilder();
  }
}
