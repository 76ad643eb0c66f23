package io.mintmark.store.mongodb;

import io.mintmark.store.ClaimStore;
import io.mintmark.store.ClaimStoreProvider;
import java.time.Duration;
import java.util.Set;

/**
 * Opens {@code mongodb://HOSTS/DATABASE?collection=NAME} and {@code mongodb+srv://}, as MongoDB's
 * own connection strings have it, with the parameters {@code collection} and {@code strict} added.
 */
public final class MongoStoreProvider implements ClaimStoreProvider {

  /** For {@link java.util.ServiceLoader}. */
  public MongoStoreProvider() {}

  @Override
  public Set<String> schemes() {
    return Set.of("mongodb", "mongodb+srv");
  }

  @Override
  public ClaimStore open(String url, Duration opening, Duration timeout) {
    return MongoStore.builder().url(url).openTimeout(opening).timeout(timeout).open();
  }
}
