package io.mintmark.store.jdbc;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.Durability;
import io.mintmark.store.EngineLife;
import io.mintmark.store.Line;
import io.mintmark.store.LineName;
import io.mintmark.store.LinePage;
import io.mintmark.store.StoreLines;
import io.mintmark.store.engine.GroupCommit;
import io.mintmark.store.engine.ObservedLife;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Lines in a table of PostgreSQL, MariaDB or MySQL.
 *
 * <p>A claim is one statement and one round trip, and a transaction of its own, committed before it
 * answers: no transaction of the caller's can roll it back, or hold a line while it goes on. The
 * claims of many threads share round trips and commits. The store keeps two connections, one to
 * write and one to read, and opens them again by itself. What was under way when one broke is
 * burned.
 *
 * <p>Every call returns or throws within the timeout given at opening. The engine is told to give
 * up a little earlier, so that no claim waits longer for a line that somebody else has locked.
 *
 * <p>The table is made if it is missing: {@code mintmark_line}, or as the parameter {@code table}
 * says. Two tables do not see each other. Thread-safe.
 */
public final class JdbcStore implements ClaimStore {

  /** The deadline of every call, unless another is given. */
  public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(5);

  /** Threads that connect or disconnect; more of them hang than any outage explains. */
  private static final int MAX_THREADS = 16;

  private static final long KEEP_ALIVE_SECONDS = 10;

  private final String subject;
  private final ReopeningConnection reader;
  private final GroupCommit writer;
  private final ObservedLife life;
  private final Durability durability;

  private JdbcStore(
      String subject,
      ReopeningConnection reader,
      ReopeningConnection writing,
      ExecutorService background,
      Duration timeout,
      ObservedLife life,
      Durability durability) {
    this.subject = subject;
    this.reader = reader;
    this.life = life;
    this.durability = durability;
    this.writer = new GroupCommit(
        subject,
        new LineWriter(writing),
        LineWriter.MAX_LINES,
        timeout,
        () -> release(reader, writing, background));
  }

  /**
   * Starts settings.
   *
   * @return a builder; it needs a URL or a DataSource
   */
  public static JdbcStoreBuilder builder() {
    return new JdbcStoreBuilder();
  }

  /**
   * The table as it was found, or made.
   *
   * @param life the engine's, read before the table was made
   */
  private record Prepared(String life, boolean isNew, Durability durability) {}

  static JdbcStore open(
      String name,
      Connector connector,
      TableName table,
      Duration opening,
      Duration timeout,
      boolean strict) {
    String subject = "store=" + name;
    ExecutorService background = background();
    ReopeningConnection writing = new ReopeningConnection(connector, table, timeout, background);
    ReopeningConnection reading = new ReopeningConnection(connector, table, timeout, background);
    boolean opened = false;
    try {
      Prepared prepared = writing.call(
          opening,
          session -> new Prepared(
              session.life(),
              LineTable.prepare(session, "store " + name),
              session.dialect().durability(session)));
      prepared.durability.admit(name, strict);
      ObservedLife life = prepared.isNew && prepared.durability.isRisky()
          ? lifeOfNewTable(reading, writing, prepared.life, opening)
          : new ObservedLife();
      JdbcStore store =
          new JdbcStore(subject, reading, writing, background, timeout, life, prepared.durability);
      opened = true;
      return store;
    } catch (SQLException | RuntimeException e) {
      throw Failures.opening(subject, e);
    } finally {
      if (!opened) {
        release(reading, writing, background);
      }
    }
  }

  /**
   * Looks at the life in which the table was made. Where the engine came up anew before that was
   * seen, another process may have claimed in between and been forgotten: then nothing is new.
   */
  private static ObservedLife lifeOfNewTable(
      ReopeningConnection reading, ReopeningConnection writing, String before, Duration opening)
      throws SQLException {
    ObservedLife life = new ObservedLife();
    life.declareNew();
    EngineLife unused = reading.call(opening, session -> seen(life, session));
    return writing.call(opening, Session::life).equals(before) ? life : new ObservedLife();
  }

  private static EngineLife seen(ObservedLife life, Session session) throws SQLException {
    Dialect dialect = session.dialect();
    Instant now = dialect.now(session);
    return life.seen(session.life(), dialect.remembersSince(session, now), now);
  }

  static ExecutorService background() {
    return new ThreadPoolExecutor(
        0, MAX_THREADS, KEEP_ALIVE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), work -> {
          Thread thread = new Thread(work, "mintmark-jdbc");
          thread.setDaemon(true);
          return thread;
        });
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
    return read(session -> session.dialect().next(session, line));
  }

  @Override
  public List<Line> lines(LinePage page) {
    return read(session -> session.dialect().lines(session, page));
  }

  @Override
  public void annotate(String line, String note) {
    writer.annotate(line, note);
  }

  @Override
  public Optional<Instant> now() {
    return Optional.of(read(session -> session.dialect().now(session)));
  }

  @Override
  public boolean canLoseAcknowledgedWrites() {
    return durability.isRisky();
  }

  /**
   * Tells a life by the connection, as every loss of claims breaks that, and by the engine's
   * process, as a pooler may keep the connection when that ends. It began when the engine came up,
   * where a loss cannot be younger, else when this process first used the connection; and long ago
   * where this process made the table, which was new then.
   */
  @Override
  public Optional<EngineLife> life(String line) {
    LineName.check(line);
    return canLoseAcknowledgedWrites()
        ? Optional.of(read(session -> seen(life, session)))
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
   * Answers the claims that wait, then ends the connections, or gives them back to the caller's
   * DataSource as they were. Idempotent.
   *
   * @throws StoreUnavailableException if the engine does not answer in time; the store then closes
   *     when it does
   */
  @Override
  public void close() {
    writer.close();
  }

  private <T> T read(ReopeningConnection.Work<T> work) {
    writer.checkOpen();
    try {
      return reader.call(work);
    } catch (SQLException | RuntimeException e) {
      throw Failures.told("the store could not read: reason=", e, ", " + subject);
    }
  }

  private static void release(
      ReopeningConnection reader, ReopeningConnection writing, ExecutorService background) {
    closeQuietly(reader);
    closeQuietly(writing);
    background.shutdown();
  }

  private static void closeQuietly(ReopeningConnection lane) {
    try {
      lane.close();
    } catch (StoreUnavailableException e) {
      // A call hangs on it, and throws the connection away at its deadline.
    }
  }
}
