package io.mintmark.store;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.StoreUnavailableException;
import java.time.Duration;

/** Opens stores from URLs of some schemes. */
public interface ClaimStoreProvider extends StoreAdapter {

  /**
   * Opens a store.
   *
   * @param url a URL that {@link #accepts} said yes to
   * @param opening the deadline of opening, which may be longer than that of a call
   * @param timeout the deadline of every call to the store
   * @return the open store, which the caller closes
   * @throws ConfigurationException if the URL is wrong
   * @throws StoreUnavailableException if the engine cannot be reached or is in use by another
   */
  ClaimStore open(String url, Duration opening, Duration timeout);
}
