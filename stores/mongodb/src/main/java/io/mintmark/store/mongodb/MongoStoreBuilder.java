package io.mintmark.store.mongodb;

import com.mongodb.ConnectionString;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import io.mintmark.internal.store.Durability;
import io.mintmark.store.engine.Deadline;
import io.mintmark.store.engine.EngineBuilder;
import io.mintmark.store.engine.OpenSettings;
import io.mintmark.store.engine.ServerUrl;
import io.mintmark.store.engine.StoreContext;
import java.util.Optional;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a {@link MongoStore}: a URL, or the caller's own client with the names of a
 * database and a collection.
 */
public final class MongoStoreBuilder extends EngineBuilder<MongoStoreBuilder, MongoStore> {

  private @Nullable MongoClient client;
  private @Nullable String database;

  MongoStoreBuilder() {}

  /**
   * Sets the caller's own client, which stays open when the store closes. Its timeouts do not
   * apply, because the store gives each command a timeout. Its read and write concerns do not apply
   * either.
   *
   * @param client an open client
   * @return this
   */
  public MongoStoreBuilder client(MongoClient client) {
    this.client = client;
    return this;
  }

  /**
   * Sets the database. In a URL, the path names it.
   *
   * @param database its name, {@code mintmark} by default
   * @return this
   */
  public MongoStoreBuilder database(String database) {
    this.database = database;
    return this;
  }

  /**
   * Sets the collection. In a URL, the parameter {@code collection} names it.
   *
   * @param collection its name, {@code mintmark_line} by default
   * @return this
   */
  public MongoStoreBuilder collection(String collection) {
    return set(MongoUrl.COLLECTION, collection);
  }

  @Override
  protected MongoStore openNow() {
    ServerUrl read =
        read(MongoUrl.parse(url().orElse("mongodb://client")), "client", client == null ? 0 : 1);
    read.check();
    ConnectionString connection = MongoUrl.connection(read, opening(), StoreContext.system());
    String place = Optional.ofNullable(database)
        .or(() -> Optional.ofNullable(connection.getDatabase()))
        .orElse(MongoUrl.DEFAULT_DATABASE);
    String collection = read.parameter(MongoUrl.COLLECTION, MongoUrl.DEFAULT_COLLECTION);
    MongoUrl.checkNames(place, collection, read);
    read.check();
    if (client != null) {
      String name = "mongodb:" + place + "." + collection;
      return open(settings(name, read), client, place, collection, () -> {});
    }
    MongoClient own = MongoUrl.client(connection, opening(), timeout());
    return open(settings(read.toString(), read), own, place, collection, own::close);
  }

  private static MongoStore open(
      OpenSettings settings,
      MongoClient client,
      String database,
      String collection,
      Runnable release) {
    MongoDatabase place = client.getDatabase(database);
    MongoCheck check = new MongoCheck(place, collection, "store " + settings.name());
    MongoServerInfo server = new MongoServerInfo(client);
    return opened(settings.subject(), release, () -> {
      try {
        Deadline deadline = settings.openingDeadline();
        BsonDocument hello = server.hello(deadline);
        Durability durability = server.durability(hello, deadline);
        check.prepare(settings.readOnly(), deadline);
        return new MongoStore(
            settings,
            new MongoEngine(
                place.getCollection(collection, BsonDocument.class),
                server,
                MongoServerInfo.isReplicated(hello),
                settings.context(),
                release),
            durability);
      } catch (MongoException e) {
        throw check.explain(e);
      }
    });
  }
}
