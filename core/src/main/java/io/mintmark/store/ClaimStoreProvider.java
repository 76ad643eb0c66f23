package io.mintmark.store;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.StoreUnavailableException;
import java.time.Duration;

/** Opens stores from URLs of some schemes. */
public interface ClaimStoreProvider extends StoreAdapter {

  /**
   * Opens a store.
   *
   * @param url a URL with one of the {@link #schemes}
   * @param opening the deadline of opening, which may be longer than that of a call
   * @param timeout the deadline of every call to the store
   * @return the open store, which the caller closes
   * @throws ConfigurationException if the URL is wrong
   * @throws StoreUnavailableException if the engine cannot be reached or another process uses it
   */
  ClaimStore open(String url, Duration opening, Duration timeout);

  /**
   * Opens a store to read it. Opening writes nothing: a missing container of the lines, such as a
   * table, is not created, and the store then appears empty. A store that {@link #open} would
   * refuse is refused here too, as far as that can be determined.
   *
   * @param url a URL with one of the {@link #schemes}
   * @param opening the deadline of opening, which may be longer than that of a call
   * @param timeout the deadline of every call to the store
   * @return the open store, which the caller closes, and which may refuse every write; by default
   *     the result of {@link #open}, for an adapter that writes nothing when it opens a store
   * @throws ConfigurationException if the URL is wrong
   * @throws StoreUnavailableException if the engine cannot be reached
   */
  default ClaimStore openReadOnly(String url, Duration opening, Duration timeout) {
    return open(url, opening, timeout);
  }
}
