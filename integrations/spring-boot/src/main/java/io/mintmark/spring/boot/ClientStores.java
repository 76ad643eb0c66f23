package io.mintmark.spring.boot;

import io.mintmark.store.ClaimStore;

/**
 * Opens stores on the application's clients of one kind of engine.
 *
 * @param <C> the clients' type
 */
interface ClientStores<C> {

  /** Returns the type of the application's beans. */
  Class<C> type();

  /** Returns whether a store can be opened on a client. Waits for the engine only if necessary. */
  boolean fits(C client);

  /**
   * Refuses a client that cannot serve both the application and the store.
   *
   * @param name the name of the client's bean
   * @throws io.mintmark.error.ConfigurationException with the remedy
   */
  default void check(String name, C client) {}

  /** Returns the end of a log message: which resources of the client the store uses. */
  default String holds() {
    return "";
  }

  /** Opens a store, which has its own connections and leaves the client open. */
  ClaimStore open(C client, MintmarkProperties properties);
}
