package io.mintmark.store.mongodb;

import io.mintmark.store.engine.EngineStoreProvider;

/**
 * Opens {@code mongodb://HOSTS/DATABASE?collection=NAME} and {@code mongodb+srv://}, as MongoDB's
 * own connection strings have it, with the parameters {@code collection} and {@code strict} added.
 */
public final class MongoStoreProvider extends EngineStoreProvider {

  /** For {@link java.util.ServiceLoader}. */
  public MongoStoreProvider() {
    super(MongoUrl.SCHEMES, MongoStore::builder);
  }
}
