package io.mintmark.store.mongodb;

import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.client.MongoCollection;
import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.store.Line;
import io.mintmark.store.LinePage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/** Reads lines from the primary, beside the writes. Thread-safe. */
final class MongoReader {

  private static final BsonDocument BY_NAME = new BsonDocument(MongoLines.ID, new BsonInt32(1));

  private final MongoCollection<BsonDocument> collection;
  private final boolean replicated;
  private final Duration timeout;
  private final String subject;

  MongoReader(
      MongoCollection<BsonDocument> collection,
      boolean replicated,
      Duration timeout,
      String subject) {
    this.collection =
        collection.withReadPreference(ReadPreference.primary()).withReadConcern(ReadConcern.LOCAL);
    this.replicated = replicated;
    this.timeout = timeout;
    this.subject = subject;
  }

  long position(String line) {
    return read(deadline -> MongoLines.next(
        bounded(collection, deadline).find(MongoLines.line(line)).first(), line));
  }

  List<Line> lines(LinePage page) {
    return read(deadline -> {
      if (replicated) {
        confirmPrimary(collection, deadline);
      }
      BsonDocument range = new BsonDocument("$gte", new BsonString(page.from()))
          .append("$lt", new BsonString(page.to()));
      List<Line> lines = new ArrayList<>();
      bounded(collection, deadline)
          .find(new BsonDocument(MongoLines.ID, range))
          .sort(BY_NAME)
          .limit(page.limit())
          .forEach(document -> lines.add(line(document)));
      return lines;
    });
  }

  /**
   * Makes sure that the next reads see all that was acknowledged: a linearizable read is answered
   * when a majority has confirmed the primary, and the driver never goes back to an older one.
   */
  static void confirmPrimary(MongoCollection<BsonDocument> collection, Deadline deadline) {
    bounded(collection.withReadConcern(ReadConcern.LINEARIZABLE), deadline)
        .find(MongoLines.NO_LINE)
        .first();
  }

  /** Has a question asked within the deadline, through interrupts, which are kept for later. */
  <T> T read(Function<Deadline, T> question) {
    boolean interrupted = Thread.interrupted();
    try {
      return question.apply(Deadline.in(timeout));
    } catch (RuntimeException e) {
      throw new StoreUnavailableException(
          Message.of("the store could not be read: reason={}, {}", e.getMessage(), subject), e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static Line line(BsonDocument document) {
    String name = document.getString(MongoLines.ID).getValue();
    return new Line(
        name,
        MongoLines.next(document, name),
        document.getString(MongoLines.NOTE, new BsonString("")).getValue(),
        Instant.ofEpochMilli(
            document.getDateTime(MongoLines.UPDATED, new BsonDateTime(0)).getValue()));
  }

  private static MongoCollection<BsonDocument> bounded(
      MongoCollection<BsonDocument> collection, Deadline deadline) {
    return collection.withTimeout(deadline.leftMs(), TimeUnit.MILLISECONDS);
  }
}
