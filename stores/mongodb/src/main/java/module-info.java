/**
 * A store that keeps its lines in a collection of MongoDB, or of a server with MongoDB's protocol.
 */
@SuppressWarnings("requires-transitive-automatic") // the driver lacks a module descriptor
module io.mintmark.store.mongodb {
  requires transitive io.mintmark.store.engine;
  requires static org.jspecify;
  requires org.mongodb.bson;
  requires org.mongodb.driver.core;
  requires transitive org.mongodb.driver.sync.client;

  exports io.mintmark.store.mongodb;

  provides io.mintmark.store.ClaimStoreProvider with
      io.mintmark.store.mongodb.MongoStoreProvider;
}
