package io.mintmark.store.mongodb;

import static io.mintmark.store.engine.Failures.misconfigured;
import static io.mintmark.store.engine.Failures.unavailable;

import com.mongodb.ConnectionString;
import com.mongodb.MongoException;
import com.mongodb.ReadPreference;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import io.mintmark.error.ConfigurationException;
import io.mintmark.internal.store.PublishedCounter;
import io.mintmark.internal.store.PublishedCounterReader;
import io.mintmark.internal.store.StoreUrl;
import io.mintmark.store.engine.Deadline;
import io.mintmark.store.engine.StoreContext;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Reads the published counter document, {@code {_id, val, maxval}}, at
 * {@code mongodb://HOSTS/DATABASE#COLLECTION/ID}.
 *
 * <p>{@code val} is the number that was handed out last. With {@code maxval}, the counter restarts
 * after that number, so its numbers run from 1 to maxval. Without {@code maxval}, the counter only
 * grows.
 */
public final class MongoCounterReader implements PublishedCounterReader {

  private static final String VALUE = "val";
  private static final String MAXIMUM = "maxval";

  /** A double represents every whole number up to this one exactly. */
  private static final double EXACT_DOUBLE = 1L << 53;

  /** Called by {@link java.util.ServiceLoader}. */
  public MongoCounterReader() {}

  @Override
  public Set<String> schemes() {
    return MongoUrl.SCHEMES;
  }

  @Override
  public PublishedCounter read(String url, Duration timeout) {
    String subject = "counter " + StoreUrl.mask(url);
    int hash = url.indexOf('#');
    String name = url.substring(hash + 1);
    int slash = name.indexOf('/');
    if (slash < 1 || slash == name.length() - 1) {
      throw misconfigured(subject, "the counter is not named #COLLECTION/ID: fragment='{}'", name);
    }
    String collection = name.substring(0, slash);
    String id = decode(subject, name.substring(slash + 1));
    ConnectionString connection =
        MongoUrl.connection(url.substring(0, hash), subject, timeout, StoreContext.system());
    String database = connection.getDatabase();
    if (database == null) {
      throw new ConfigurationException(
          subject, "the path does not name the counter's database: path=''");
    }
    MongoUrl.checkNames(subject, database, collection);
    try (MongoClient client = MongoClientSetup.open(connection, timeout, timeout)) {
      String what =
          "document " + id + " of " + collection + " at " + StoreUrl.mask(url.substring(0, hash));
      return counter(subject, what, find(client, database, collection, id, timeout));
    } catch (MongoException e) {
      throw unavailable(e, "the counter could not be read: reason={}, {}", e.getMessage(), subject);
    }
  }

  private static BsonDocument find(
      MongoClient client, String database, String collection, String id, Duration timeout) {
    Deadline deadline = StoreContext.system().in(timeout);
    boolean replicated = MongoServerInfo.isReplicated(new MongoServerInfo(client).hello(deadline));
    MongoCollection<BsonDocument> documents = client
        .getDatabase(database)
        .getCollection(collection, BsonDocument.class)
        .withReadPreference(ReadPreference.primary());
    if (replicated) {
      MongoEngine.confirmPrimary(documents, deadline);
    }
    BsonDocument found = documents
        .withTimeout(deadline.leftMs(), TimeUnit.MILLISECONDS)
        .find(new BsonDocument(MongoEngine.ID, new BsonString(id)))
        .first();
    return found == null ? new BsonDocument() : found;
  }

  private static PublishedCounter counter(String subject, String what, BsonDocument found) {
    if (found.isEmpty()) {
      throw new ConfigurationException(subject, "the collection has no document of this id");
    }
    long value = number(subject, VALUE, found.get(VALUE));
    if (!found.containsKey(MAXIMUM)) {
      if (value == Long.MAX_VALUE) {
        throw misconfigured(subject, "the counter has come to its end, 2^63 - 1: val={}", value);
      }
      return new PublishedCounter(what, value + 1, 1, OptionalLong.empty());
    }
    long maximum = number(subject, MAXIMUM, found.get(MAXIMUM));
    if (maximum < 1) {
      throw misconfigured(subject, "the cycle ends below 1: maxval={}", maximum);
    }
    long next = value < maximum ? value + 1 : 1;
    return new PublishedCounter(what, next, 1, OptionalLong.of(maximum));
  }

  /** Reads a number. Accepts an exact double, because shells write whole numbers as doubles. */
  private static long number(String subject, String field, @Nullable BsonValue value) {
    if (value != null && value.isNumber()) {
      double read = value.asNumber().doubleValue();
      boolean whole = value.isInt32()
          || value.isInt64()
          || (value.isDouble() && read == Math.rint(read) && read <= EXACT_DOUBLE);
      if (whole && read >= 0) {
        return value.asNumber().longValue();
      }
    }
    throw misconfigured(
        subject, "the counter's {} is not a whole number of 0 or more: {}={}", field, field, value);
  }

  private static String decode(String subject, String id) {
    try {
      return URLDecoder.decode(id.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw misconfigured(subject, "the counter's id is not percent-encoded: id='{}'", id);
    }
  }
}
