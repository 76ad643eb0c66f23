package io.mintmark.store.mongodb;

import io.mintmark.store.engine.EngineStoreProvider;

/**
 * Opens {@code mongodb://HOSTS/DATABASE?collection=NAME} and {@code mongodb+srv://}. The syntax is
 * that of MongoDB's connection strings, with the additional parameters {@code collection} and
 * {@code strict}.
 */
public final class MongoStoreProvider extends EngineStoreProvider {

  /** Called by {@link java.util.ServiceLoader}. */
  public MongoStoreProvider() {
    super(MongoUrl.SCHEMES, MongoStore::builder);
  }
}
