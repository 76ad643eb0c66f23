package io.mintmark.spring.boot;

import io.mintmark.store.ClaimStore;

/**
 * Opens stores on the clients that an application has of one kind of engine.
 *
 * @param <C> the clients' type
 */
interface ClientStores<C> {

  /** What the application's beans are. */
  Class<C> type();

  /** Whether a store can be opened on it. Waits for the engine only where it must. */
  boolean fits(C client);

  /** Opens a store, which has connections of its own and leaves the client open. */
  ClaimStore open(C client, MintmarkProperties properties);
}
