package io.mintmark.store;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.StoreUnavailableException;
import java.time.Duration;

/**
 * Reads counters of other systems in an engine. Its URLs are the engine's, as for a store, then
 * {@code #} and the counter's name there, for example {@code redis://127.0.0.1:6379/0#orders}.
 * Reading changes nothing.
 */
public interface PublishedCounterReader extends StoreAdapter {

  /**
   * Reads where a counter stands, from a primary and not from a replica.
   *
   * @param url a URL that {@link #accepts} said yes to
   * @param timeout how long it may take
   * @return where it stands
   * @throws ConfigurationException if the URL is wrong, or there is no such counter, or what has
   *     that name is not a counter; the message says what the engine has there
   * @throws StoreUnavailableException if the engine did not answer
   */
  PublishedCounter read(String url, Duration timeout);
}
