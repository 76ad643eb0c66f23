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

  /**
   * Opens a store to read it. Opening writes nothing: what lines are kept in, such as a table, is
   * not made if it is missing, and the store then has no lines. What {@link #open} would refuse is
   * refused too, as far as that can be found out.
   *
   * @param url a URL that {@link #accepts} said yes to
   * @param opening the deadline of opening, which may be longer than that of a call
   * @param timeout the deadline of every call to the store
   * @return the open store, which the caller closes, and which may refuse every write; by default
   *     what {@link #open} returns, for an adapter that writes nothing at opening
   * @throws ConfigurationException if the URL is wrong
   * @throws StoreUnavailableException if the engine cannot be reached
   */
  default ClaimStore openReadOnly(String url, Duration opening, Duration timeout) {
    return open(url, opening, timeout);
  }
}
