package io.mintmark.store.mongodb;

import io.mintmark.store.ClaimStore;
import io.mintmark.store.ClaimStoreProvider;
import java.time.Duration;

/**
 * Opens {@code mongodb://HOSTS/DATABASE?collection=NAME} and {@code mongodb+srv://}, as MongoDB's
 * own connection strings have it, with the parameters {@code collection} and {@code strict} added.
 */
public final class MongoStoreProvider implements ClaimStoreProvider {

  /** For {@link java.util.ServiceLoader}. */
  public MongoStoreProvider() {}

  @Override
  public boolean accepts(String url) {
    return MongoUrl.isMongo(url);
  }

  @Override
  public ClaimStore open(String url, Duration opening, Duration timeout) {
    return MongoStore.builder().url(url).openTimeout(opening).timeout(timeout).open();
  }
}
