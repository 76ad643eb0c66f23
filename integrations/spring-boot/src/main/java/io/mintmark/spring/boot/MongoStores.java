package io.mintmark.spring.boot;

import com.mongodb.client.MongoClient;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.mongodb.MongoStore;
import io.mintmark.store.mongodb.MongoStoreBuilder;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.data.mongodb.MongoDatabaseFactory;
import org.springframework.util.ClassUtils;

/**
 * Opens stores that keep their lines (named counters) in a collection of the application's MongoDB.
 */
final class MongoStores implements ClientStores<MongoClient> {

  static final String FACTORY = "org.springframework.data.mongodb.MongoDatabaseFactory";

  private final @Nullable String database;

  private MongoStores(@Nullable String database) {
    this.database = database;
  }

  /**
   * Makes an object that opens stores in Spring Data's database; without Spring Data, in Mintmark's
   * default database.
   */
  static MongoStores of(ConfigurableListableBeanFactory beans) {
    return new MongoStores(
        ClassUtils.isPresent(FACTORY, beans.getBeanClassLoader())
            ? OfSpringData.name(beans)
            : null);
  }

  /** Loaded only if Spring Data is on the class path. */
  private static final class OfSpringData {

    static @Nullable String name(ConfigurableListableBeanFactory beans) {
      MongoDatabaseFactory factory =
          beans.getBeanProvider(MongoDatabaseFactory.class).getIfUnique();
      return factory == null ? null : factory.getMongoDatabase().getName();
    }
  }

  @Override
  public Class<MongoClient> type() {
    return MongoClient.class;
  }

  @Override
  public boolean fits(MongoClient client) {
    return true;
  }

  @Override
  public ClaimStore open(MongoClient client, MintmarkProperties properties) {
    MongoStoreBuilder builder = MongoStore.builder()
        .client(client)
        .timeout(properties.claimTimeout())
        .openTimeout(properties.openTimeout());
    return (database == null ? builder : builder.database(database)).open();
  }
}
