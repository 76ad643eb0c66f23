package io.mintmark.store.mongodb;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoWriteException;
import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.result.UpdateResult;
import io.mintmark.error.Message;
import io.mintmark.internal.store.LinePage;
import io.mintmark.internal.store.LinePositions;
import io.mintmark.store.Line;
import io.mintmark.store.engine.Deadline;
import io.mintmark.store.engine.RecentLines;
import io.mintmark.store.engine.StoreContext;
import io.mintmark.store.engine.StoreEngine;
import io.mintmark.store.engine.Write;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A store engine that keeps lines (named, durable counters) in a collection, one document each. The
 * server executes each command that changes a line atomically. Reads go to the primary, and run
 * concurrently with writes.
 *
 * <p><b>A claim has two forms.</b> {@link #advance} is for a line whose position is {@code atLeast}
 * or higher. Its filter requires this condition, and the update adds the count. The reply is the
 * document before the update, and the number in that document is the start. {@link #raise} is for a
 * line below {@code atLeast}, or a line that does not exist. Its start is {@code atLeast}.
 *
 * <p>At most one filter matches a line, and a filter that does not match changes nothing. So the
 * forms are tried in turn until one matches. Only {@link #raise} may insert a document. If the line
 * exists but does not match, or another process inserts it at the same moment, the server returns
 * the error for a duplicate key, which means that nothing was written. The filter of the first form
 * also requires that the sum fits into 63 bits; for a greater sum, a server would return an error
 * or a rounded number.
 *
 * <p><b>The range of an unknown result is burned.</b> Every other error is thrown to the caller: a
 * broken connection, a passed deadline, an unsatisfied write concern. The call fails, even if the
 * server has changed the line. If the server supports sessions, the driver itself repeats a write
 * once. The server recognises the repeated write by its number, and returns the result of the first
 * write. Without sessions, the driver repeats nothing.
 *
 * <p><b>Many lines.</b> The driver sends one command at a time on a connection, and a bulk write
 * does not return documents. So the lines of a batch use up to {@link #CONNECTIONS} connections in
 * parallel. A single write runs in the caller's own thread.
 */
final class MongoEngine implements StoreEngine {

  static final String ID = "_id";
  static final String NEXT = "next";
  static final String NOTE = "note";
  static final String UPDATED = "updated";

  /** A filter that never matches, because "." is not a valid name of a line. */
  static final BsonDocument NO_LINE = new BsonDocument(ID, new BsonString("."));

  private static final int MAX_LINES = 256;
  private static final int MAX_REMEMBERED = 10_000;

  private static final int CONNECTIONS = 8;
  private static final int DUPLICATE_KEY = 11_000;
  private static final BsonDocument NEXT_ONLY = new BsonDocument(NEXT, new BsonInt32(1));
  private static final BsonDocument NOW = new BsonDocument(UPDATED, BsonBoolean.TRUE);

  private static final BsonDocument BY_NAME = new BsonDocument(ID, new BsonInt32(1));

  private final MongoCollection<BsonDocument> written;
  private final MongoCollection<BsonDocument> read;
  private final MongoServerInfo server;
  private final boolean replicated;
  private final Runnable release;

  /**
   * The positions of lines after this process's last writes. A remembered position only decides
   * which form of a claim is tried first, so a stale or forgotten position costs at most a round
   * trip.
   */
  private final Map<String, Long> remembered =
      Collections.synchronizedMap(new RecentLines<>(MAX_REMEMBERED));

  private final ExecutorService connections;

  /**
   * Makes an engine.
   *
   * @param replicated whether the primary can be replaced
   * @param context provides the threads for parallel writes
   * @param release releases the client
   */
  MongoEngine(
      MongoCollection<BsonDocument> collection,
      MongoServerInfo server,
      boolean replicated,
      StoreContext context,
      Runnable release) {
    this.written = durable(collection);
    this.read =
        collection.withReadPreference(ReadPreference.primary()).withReadConcern(ReadConcern.LOCAL);
    this.server = server;
    this.replicated = replicated;
    this.connections = context.threads().start("mintmark-mongodb", CONNECTIONS, MAX_LINES);
    this.release = release;
  }

  /** Returns the collection with a write concern that waits for the journals of a majority. */
  static MongoCollection<BsonDocument> durable(MongoCollection<BsonDocument> collection) {
    return collection.withWriteConcern(WriteConcern.MAJORITY.withJournal(true));
  }

  @Override
  public int maxLines() {
    return MAX_LINES;
  }

  @Override
  public long position(String line, Deadline deadline) {
    return next(bounded(read, deadline).find(line(line)).first(), line);
  }

  /** Reads the positions with one query, and the clock in parallel. */
  @Override
  public LinePositions positions(List<String> lines, Deadline deadline) throws Exception {
    CompletableFuture<Instant> clock =
        CompletableFuture.supplyAsync(() -> server.now(deadline), connections);
    BsonArray names = new BsonArray(lines.stream().map(BsonString::new).toList());
    Map<String, Long> found = new HashMap<>();
    bounded(read, deadline)
        .find(new BsonDocument(ID, new BsonDocument("$in", names)))
        .projection(NEXT_ONLY)
        .forEach(document -> {
          String name = document.getString(ID).getValue();
          found.put(name, next(document, name));
        });
    return new LinePositions(
        lines.stream().map(line -> found.getOrDefault(line, 0L)).toList(),
        Optional.of(deadline.answer(clock)));
  }

  @Override
  public List<Line> lines(LinePage page, Deadline deadline) {
    if (replicated) {
      // So the next read includes every acknowledged write: the server replies to a linearizable
      // read after a majority has confirmed the primary, and the driver never returns to an older
      // primary.
      bounded(read.withReadConcern(ReadConcern.LINEARIZABLE), deadline)
          .find(NO_LINE)
          .first();
    }
    BsonDocument range = new BsonDocument("$gte", new BsonString(page.from()))
        .append("$lt", new BsonString(page.to()));
    List<Line> lines = new ArrayList<>();
    bounded(read, deadline)
        .find(new BsonDocument(ID, range))
        .sort(BY_NAME)
        .limit(page.limit())
        .forEach(document -> lines.add(line(document)));
    return lines;
  }

  private static Line line(BsonDocument document) {
    String name = document.getString(ID).getValue();
    return new Line(
        name,
        next(document, name),
        document.getString(NOTE, new BsonString("")).getValue(),
        Instant.ofEpochMilli(document.getDateTime(UPDATED, new BsonDateTime(0)).getValue()));
  }

  @Override
  public Optional<Instant> now(Deadline deadline) {
    return Optional.of(server.now(deadline));
  }

  @Override
  public void write(List<Write> writes, Deadline deadline) {
    if (writes.size() == 1) {
      perform(writes.get(0), deadline).run();
    } else {
      performAll(writes, deadline);
    }
  }

  @Override
  public void close() {
    connections.shutdown();
    release.run();
  }

  /**
   * Sends the writes in parallel. Only this thread passes results to the callers, so a command that
   * ends after the deadline has no effect on them.
   */
  private void performAll(List<Write> writes, Deadline deadline) {
    List<CompletableFuture<Runnable>> answers = new ArrayList<>(writes.size());
    for (Write write : writes) {
      answers.add(CompletableFuture.supplyAsync(() -> perform(write, deadline), connections));
    }
    for (int i = 0; i < writes.size(); i++) {
      try {
        deadline.answer(answers.get(i)).run();
      } catch (Exception e) {
        writes.get(i).failed(e);
      }
    }
  }

  /** Executes a write. Returns a task that gives the result to the waiting callers. */
  private Runnable perform(Write write, Deadline deadline) {
    if (write instanceof Write.Claim claim) {
      return claim(claim, deadline);
    }
    if (write instanceof Write.CompareAndSet move) {
      boolean moved = compareAndSet(move, deadline);
      return () -> move.done(moved);
    }
    Write.Note note = (Write.Note) write;
    BsonDocument text = new BsonDocument(NOTE, new BsonString(note.text()));
    bounded(deadline).updateOne(line(note.line()), new BsonDocument("$set", text));
    return () -> note.done(true);
  }

  private Runnable claim(Write.Claim claim, Deadline deadline) {
    String line = claim.line();
    boolean below = claim.atLeast() > remembered.getOrDefault(line, 0L);
    for (int misses = 0; ; below = !below) {
      OptionalLong start = below
          ? raise(line, claim.atLeast(), claim.count(), deadline)
          : advance(line, claim.atLeast(), claim.count(), deadline);
      if (start.isPresent()) {
        remember(line, start.getAsLong() + claim.count());
        return () -> claim.done(start.getAsLong() + claim.count());
      }
      misses++;
      if (misses % 2 == 0) {
        // The line moved between the two attempts, or its range would exceed 2^63 - 1.
        long next =
            next(bounded(deadline).find(line(line)).projection(NEXT_ONLY).first(), line);
        if (next > Long.MAX_VALUE - claim.count()) {
          return () -> claim.refused(next);
        }
      }
    }
  }

  private void remember(String line, long next) {
    remembered.merge(line, next, Math::max);
  }

  private OptionalLong advance(String line, long atLeast, long count, Deadline deadline) {
    BsonDocument range = new BsonDocument("$gte", new BsonInt64(atLeast))
        .append("$lte", new BsonInt64(Long.MAX_VALUE - count));
    BsonDocument before = bounded(deadline)
        .findOneAndUpdate(
            line(line).append(NEXT, range),
            new BsonDocument("$inc", new BsonDocument(NEXT, new BsonInt64(count)))
                .append("$currentDate", NOW),
            new FindOneAndUpdateOptions()
                .projection(NEXT_ONLY)
                .returnDocument(ReturnDocument.BEFORE));
    return before == null ? OptionalLong.empty() : OptionalLong.of(next(before, line));
  }

  private OptionalLong raise(String line, long atLeast, long count, Deadline deadline) {
    BsonDocument range = new BsonDocument("$lt", new BsonInt64(atLeast));
    try {
      bounded(deadline)
          .findOneAndUpdate(
              line(line).append(NEXT, range),
              standing(atLeast + count, ""),
              new FindOneAndUpdateOptions()
                  .projection(NEXT_ONLY)
                  .returnDocument(ReturnDocument.BEFORE)
                  .upsert(true));
      return OptionalLong.of(atLeast);
    } catch (MongoCommandException e) {
      requireDuplicateKey(e);
      return OptionalLong.empty();
    }
  }

  private boolean compareAndSet(Write.CompareAndSet move, Deadline deadline) {
    BsonDocument filter = line(move.line()).append(NEXT, new BsonInt64(move.expected()));
    try {
      BsonDocument change = standing(move.next(), move.note(""));
      UpdateResult result = bounded(deadline)
          .updateOne(filter, change, new UpdateOptions().upsert(move.expected() == 0));
      boolean moved = result.getMatchedCount() == 1 || result.getUpsertedId() != null;
      if (moved) {
        remember(move.line(), move.next());
      }
      return moved;
    } catch (MongoWriteException e) {
      requireDuplicateKey(e);
      return false;
    }
  }

  /** Accepts a duplicate key: the line exists but does not match, and nothing was written. */
  private static void requireDuplicateKey(MongoException e) {
    if (e.getCode() != DUPLICATE_KEY) {
      throw e;
    }
  }

  private MongoCollection<BsonDocument> bounded(Deadline deadline) {
    return bounded(written, deadline);
  }

  private static MongoCollection<BsonDocument> bounded(
      MongoCollection<BsonDocument> collection, Deadline deadline) {
    return collection.withTimeout(deadline.leftMs(), TimeUnit.MILLISECONDS);
  }

  static BsonDocument line(String name) {
    return new BsonDocument(ID, new BsonString(name));
  }

  private static BsonDocument standing(long next, String note) {
    return new BsonDocument("$set", new BsonDocument(NEXT, new BsonInt64(next)))
        .append("$setOnInsert", new BsonDocument(NOTE, new BsonString(note)))
        .append("$currentDate", NOW);
  }

  /** Reads a line's number, 0 for a missing document. */
  static long next(@Nullable BsonDocument document, String line) {
    if (document == null) {
      return 0;
    }
    BsonValue next = document.get(NEXT);
    if (next != null && (next.isInt64() || next.isInt32())) {
      return next.asNumber().longValue();
    }
    throw new IllegalStateException(Message.of(
        "the line's number is not a 64-bit integer, and other types round: type={}, line={}; set"
            + " next with Long() to the line's position or above",
        next == null ? "none" : next.getBsonType(),
        line));
  }
}
