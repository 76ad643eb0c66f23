package io.mintmark.internal.store;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.store.StoreAdapter;
import java.time.Duration;

/**
 * Reads counters that other systems keep in an engine. A URL consists of the URL of a store in the
 * engine, {@code #}, and the counter's name, for example {@code redis://127.0.0.1:6379/0#orders}.
 * Reading changes nothing.
 */
public interface PublishedCounterReader extends StoreAdapter {

  /**
   * Reads a counter. If the engine has replicas, the counter is read from the primary.
   *
   * @param url a URL with one of the {@link #schemes}
   * @param timeout the deadline of the call
   * @return the counter's current state
   * @throws ConfigurationException if the URL is wrong, or the counter does not exist, or the name
   *     belongs to an object that is not a counter; the message describes that object
   * @throws StoreUnavailableException if the engine did not answer
   */
  PublishedCounter read(String url, Duration timeout);
}
