package io.mintmark.store.mongodb;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.StoreLines;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.Durability;
import io.mintmark.store.EngineLife;
import io.mintmark.store.Line;
import io.mintmark.store.LineName;
import io.mintmark.store.LinePage;
import io.mintmark.store.engine.GroupCommit;
import io.mintmark.store.engine.ObservedLife;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;

/**
 * Lines in a collection of MongoDB, or of a server that speaks its protocol: one document a line.
 *
 * <p>A claim is answered when a majority of the replica set has it in its journals, so that no
 * failover undoes it. Claims that wait for the server while it is at others are made into one a
 * line. Every call returns or throws within the timeout, whatever the server, the network or the
 * driver does; what a call that throws has done is not known, and its range is burned.
 *
 * <p>Scope: all processes that use the same collection. Thread-safe.
 */
public final class MongoStore implements ClaimStore {

  /** The deadline of every call, unless another is given. */
  public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(5);

  private final GroupCommit writer;
  private final MongoReader reader;
  private final MongoServerInfo server;
  private final ObservedLife life = new ObservedLife();
  private final Durability durability;

  private MongoStore(
      GroupCommit writer, MongoReader reader, MongoServerInfo server, Durability durability) {
    this.writer = writer;
    this.reader = reader;
    this.server = server;
    this.durability = durability;
  }

  /**
   * Opens the store that a URL names.
   *
   * @param url of MongoDB's own form, {@code mongodb://} or {@code mongodb+srv://}; the path is the
   *     database, and {@code collection} and {@code strict} are parameters
   * @param timeout the deadline of every call
   * @return the open store, which the caller closes
   * @throws ConfigurationException if the URL is wrong, the user may not do what is needed, the
   *     collection is of an unfit kind, or {@code strict=true} refuses the server
   * @throws StoreUnavailableException if the server does not answer
   */
  public static MongoStore open(String url, Duration timeout) {
    return builder().url(url).timeout(timeout).open();
  }

  /**
   * Starts the settings of a store.
   *
   * @return a builder with the defaults
   */
  public static MongoStoreBuilder builder() {
    return new MongoStoreBuilder();
  }

  /** Opens on a client, which is left open if this fails. */
  static MongoStore open(
      MongoClient client,
      MongoDatabase database,
      String collection,
      String name,
      Duration opening,
      Duration timeout,
      boolean strict,
      Runnable release) {
    MongoGround ground = new MongoGround(database, collection, "store " + name);
    MongoServerInfo server = new MongoServerInfo(client);
    String subject = "store=" + name;
    try {
      Deadline deadline = Deadline.in(opening);
      BsonDocument hello = server.hello(deadline);
      Durability durability = server.durability(hello, deadline);
      durability.admit(name, strict);
      ground.prepare(deadline);
      MongoCollection<BsonDocument> documents =
          database.getCollection(collection, BsonDocument.class);
      boolean replicated = MongoServerInfo.isReplicated(hello);
      MongoLines lines = new MongoLines(documents, timeout);
      Runnable close = () -> {
        lines.close();
        release.run();
      };
      return new MongoStore(
          new GroupCommit(subject, lines, MongoLines.MAX_LINES, timeout, close),
          new MongoReader(documents, replicated, timeout, subject),
          server,
          durability);
    } catch (MongoException e) {
      throw ground.explain(e);
    } catch (StoreUnavailableException e) {
      throw new StoreUnavailableException(e.getMessage() + ", " + subject, e);
    }
  }

  @Override
  public long claim(String line, long atLeast, long count) {
    return writer.claim(line, atLeast, count);
  }

  @Override
  public boolean compareAndSet(String line, long expected, long next) {
    return writer.compareAndSet(line, expected, next);
  }

  @Override
  public boolean lower(String line, long expected, long next) {
    return writer.lower(line, expected, next);
  }

  @Override
  public long position(String line) {
    LineName.check(line);
    writer.checkOpen();
    return reader.position(line);
  }

  @Override
  public List<Line> lines(LinePage page) {
    writer.checkOpen();
    return reader.lines(page);
  }

  @Override
  public void annotate(String line, String note) {
    writer.annotate(line, note);
  }

  /** Answers with the primary's clock. */
  @Override
  public Optional<Instant> now() {
    writer.checkOpen();
    return Optional.of(reader.read(server::now));
  }

  /** Tells whether the servers keep all in memory only. */
  @Override
  public boolean canLoseAcknowledgedWrites() {
    return MongoServerInfo.isInMemory(durability);
  }

  /** Tells a life by the primary's process and election, begun when this process first saw it. */
  @Override
  public Optional<EngineLife> life(String line) {
    LineName.check(line);
    writer.checkOpen();
    return canLoseAcknowledgedWrites()
        ? Optional.of(reader.read(deadline -> server.life(life, deadline)))
        : Optional.empty();
  }

  @Override
  public void declareNew() {
    life.declareNew();
    // Said of the life that the engine has now: one that begins later may have forgotten claims.
    Optional<EngineLife> unused = life(StoreLines.IDENTITY);
  }

  @Override
  public Durability durability() {
    return durability;
  }

  /**
   * Answers the claims that wait, then closes the client, unless it was given by the caller.
   * Idempotent.
   *
   * @throws StoreUnavailableException if the server does not answer in time; the client is closed
   *     when it does
   */
  @Override
  public void close() {
    writer.close();
  }
}
