package io.mintmark.store.mongodb;

import static io.mintmark.store.engine.Failures.misconfigured;
import static io.mintmark.store.engine.Failures.unavailable;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoSecurityException;
import com.mongodb.client.MongoDatabase;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.MintmarkException;
import io.mintmark.store.engine.Deadline;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;

/**
 * Finds or makes the collection, and checks before the first claim whether the store can use it.
 */
record MongoCheck(MongoDatabase database, String collection, String subject) {

  private static final int UNAUTHORIZED = 13;
  private static final int NAMESPACE_EXISTS = 48;

  /**
   * Finds the collection, or makes it.
   *
   * @param readOnly whether to make nothing; a missing collection is then accepted, because some
   *     compatible servers make it at the first update
   */
  void prepare(boolean readOnly, Deadline deadline) {
    BsonDocument found = find(deadline);
    if (found == null && readOnly) {
      return;
    }
    if (found == null) {
      create(deadline);
      found = find(deadline);
    }
    if (found != null) {
      check(found);
    }
    // Writes nothing, but needs the same rights and the same write concern as a claim.
    MongoEngine.durable(database.getCollection(collection, BsonDocument.class))
        .withTimeout(deadline.leftMs(), TimeUnit.MILLISECONDS)
        .updateOne(
            MongoEngine.NO_LINE,
            new BsonDocument("$set", new BsonDocument(MongoEngine.NOTE, new BsonString(""))));
  }

  private @Nullable BsonDocument find(Deadline deadline) {
    return database
        .withTimeout(deadline.leftMs(), TimeUnit.MILLISECONDS)
        .listCollections(BsonDocument.class)
        .filter(new BsonDocument("name", new BsonString(collection)))
        .first();
  }

  private void create(Deadline deadline) {
    try {
      database.withTimeout(deadline.leftMs(), TimeUnit.MILLISECONDS).createCollection(collection);
    } catch (MongoCommandException e) {
      // Another process may have made the collection first.
      if (e.getErrorCode() != NAMESPACE_EXISTS) {
        throw e;
      }
    }
  }

  /**
   * Refuses unfit options: a collation may treat names that differ in case as equal, and a capped
   * collection deletes lines.
   */
  private void check(BsonDocument found) {
    BsonDocument options = found.getDocument("options", new BsonDocument());
    BsonString type = found.getString("type", new BsonString("collection"));
    BsonDocument collation = options.getDocument("collation", new BsonDocument());
    BsonString locale = collation.getString("locale", new BsonString("simple"));
    if (!type.getValue().equals("collection")) {
      throw unfit("type=" + type.getValue());
    }
    if (!locale.getValue().equals("simple")) {
      throw unfit("collation.locale=" + locale.getValue());
    }
    if (options.containsKey("capped") && options.getBoolean("capped").getValue()) {
      throw unfit("capped=true");
    }
  }

  private ConfigurationException unfit(String fault) {
    return misconfigured(
        subject,
        "the collection is not plain, with simple collation and not capped: collection={}, {}",
        collection,
        fault);
  }

  /** Converts an error at opening to an exception that describes a remedy. */
  MintmarkException explain(MongoException e) {
    if (e instanceof MongoSecurityException && e.getCause() instanceof MongoCommandException) {
      return new ConfigurationException(subject, "the server refused the user or the password");
    }
    if (e.getCode() == UNAUTHORIZED) {
      String name = database.getName();
      return new ConfigurationException(
          subject,
          "the user may not write to the collection; an administrator runs: use " + name
              + "; db.createCollection(\"" + collection + "\"); db.grantRolesToUser(\"USER\","
              + " [{role: \"readWrite\", db: \"" + name + "\"}])");
    }
    return unavailable(e, "the server cannot be used: reason={}, {}", e.getMessage(), subject);
  }
}
