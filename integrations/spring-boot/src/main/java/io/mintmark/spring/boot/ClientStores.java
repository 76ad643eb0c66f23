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

  /**
   * Refuses a client on which the application could not run beside the store.
   *
   * @param name the name of the client's bean
   * @throws io.mintmark.error.ConfigurationException with what to set
   */
  default void check(String name, C client) {}

  /** What the log says that the store takes of the client. */
  default String holds() {
    return "";
  }

  /** Opens a store, which has connections of its own and leaves the client open. */
  ClaimStore open(C client, MintmarkProperties properties);
}
