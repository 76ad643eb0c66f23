package io.mintmark.store.jdbc;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.Durability;
import io.mintmark.internal.store.LinePage;
import io.mintmark.internal.store.LinePositions;
import io.mintmark.store.EngineLife;
import io.mintmark.store.Line;
import io.mintmark.store.engine.Deadline;
import io.mintmark.store.engine.ObservedLife;
import io.mintmark.store.engine.OpenSettings;
import io.mintmark.store.engine.StoreContext;
import io.mintmark.store.engine.StoreEngine;
import io.mintmark.store.engine.TurnQueue;
import io.mintmark.store.engine.TurnQueue.Turn;
import io.mintmark.store.engine.Write;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;

/**
 * A store engine that keeps lines (named, durable counters) in a table. Batches are written on one
 * connection, one at a time, and lines are read on another, which threads use in turn.
 *
 * <p>All claims of a batch are one statement, in the order of their lines' names. So processes that
 * claim on the same lines wait for one another, but never in a cycle. For the same reason every
 * other write is a statement and a transaction of its own. If the engine still reports a deadlock
 * or a conflict, it has undone the statement, and the statement is sent again.
 *
 * <p>A statement with an unknown outcome is never sent again: it fails, and its connection is
 * closed.
 */
final class JdbcEngine implements StoreEngine {

  /** The most lines in a statement. */
  private static final int MAX_LINES = 128;

  /** How often a batch continues after the engine undid a statement. */
  private static final int MAX_RETRIES = 10;

  /**
   * The most threads that connect or disconnect. A single outage never makes so many threads hang.
   */
  private static final int MAX_THREADS = 16;

  private final ExecutorService background;
  private final Place place;
  private final TurnQueue reads = new TurnQueue();
  private final ReopeningConnection reading;
  private final ReopeningConnection writing;
  private final ObservedLife life = new ObservedLife();
  private final OpenSettings settings;
  private boolean losesWrites;
  private boolean hasTable;

  JdbcEngine(Connector connector, TableName table, OpenSettings settings) {
    background = background(settings.context());
    place = new Place(table);
    this.settings = settings;
    reading = new ReopeningConnection(connector, place, settings, background);
    writing = new ReopeningConnection(connector, place, settings, background);
  }

  static ExecutorService background(StoreContext context) {
    return context.threads().start("mintmark-jdbc", MAX_THREADS, 0);
  }

  /**
   * Finds or creates the table; a read-only store only looks for it. Returns the engine's settings
   * for durability.
   */
  Durability prepare(String subject, Deadline deadline) {
    try {
      Durability durability = writing.call(deadline, session -> {
        hasTable = LineTable.prepare(session, place, subject, settings.readOnly());
        return session.dialect.durability(session);
      });
      losesWrites = durability.isRisky();
      return durability;
    } catch (SQLException | RuntimeException e) {
      throw SqlErrors.opening(subject, e);
    }
  }

  @Override
  public boolean isEmpty() {
    return !hasTable;
  }

  @Override
  public int maxLines() {
    return MAX_LINES;
  }

  @Override
  public long position(String line, Deadline deadline) {
    return read(deadline, session -> session.dialect.next(session, line));
  }

  @Override
  public LinePositions positions(List<String> lines, Deadline deadline) {
    return read(deadline, session -> session.dialect.positions(session, lines));
  }

  @Override
  public List<Line> lines(LinePage page, Deadline deadline) {
    return read(deadline, session -> session.dialect.lines(session, page));
  }

  @Override
  public Optional<Instant> now(Deadline deadline) {
    return Optional.of(read(deadline, session -> session.dialect.now(session)));
  }

  @Override
  public boolean canLoseAcknowledgedWrites() {
    return losesWrites;
  }

  /**
   * Identifies a life (a time in which the engine has lost no claims) by two things: the
   * connection, because every loss of claims breaks it; and the engine's process, because a pooler
   * may keep the connection when that process ends. The life began when the engine came up, if
   * claims can have been lost only then. Otherwise the life began when this process first used the
   * connection.
   */
  @Override
  public EngineLife life(List<String> lines, Deadline deadline) {
    return read(deadline, session -> {
      Dialect dialect = session.dialect;
      Instant now = dialect.now(session);
      EngineLife seen = life.seen(session.life(), dialect.remembersSince(session, now), now);
      List<Long> next =
          lines.isEmpty() ? List.of() : dialect.positions(session, lines).next();
      return new EngineLife(seen.id(), seen.began(), seen.now(), next);
    });
  }

  @Override
  public Optional<Instant> declareNew(boolean onlyAsk, Deadline deadline) {
    return life.declareNew(onlyAsk, () -> life(List.of(), deadline));
  }

  @Override
  public void close() {
    try {
      Turn mine = reads.take(settings.deadline());
      reading.close();
      reads.end(mine);
    } catch (StoreUnavailableException e) {
      // A call still waits on the connection. That call closes the connection at its own deadline.
    }
    writing.close();
    background.shutdown();
  }

  private <T> T read(Deadline deadline, ReopeningConnection.Work<T> work) {
    Turn mine = reads.take(deadline);
    try {
      return reading.call(deadline, work);
    } catch (SQLException | RuntimeException e) {
      throw SqlErrors.told(e);
    } finally {
      reads.end(mine);
    }
  }

  @Override
  public void write(List<Write> writes, Deadline deadline) {
    Set<Write> unanswered = new LinkedHashSet<>(writes);
    try {
      writing.call(deadline, session -> {
        for (int i = 0; !unanswered.isEmpty(); i++) {
          try {
            write(session, unanswered);
          } catch (SQLException e) {
            if (!SqlErrors.isContention(e) || i == MAX_RETRIES) {
              throw e;
            }
          }
        }
        return unanswered;
      });
    } catch (SQLException | RuntimeException e) {
      Exception failure = SqlErrors.told(e);
      unanswered.forEach(write -> write.failed(failure));
    }
  }

  private static void write(Session session, Set<Write> unanswered) throws SQLException {
    Dialect dialect = session.dialect;
    List<Write.Claim> claims = new ArrayList<>();
    for (Write write : List.copyOf(unanswered)) {
      if (write instanceof Write.Claim claim) {
        claims.add(claim);
      } else {
        write.done(dialect.change(session, write));
        unanswered.remove(write);
      }
    }
    if (!claims.isEmpty()) {
      claims.sort(Comparator.comparing(Write::line));
      claim(session, claims, unanswered);
    }
  }

  /** Makes claims with one statement, or with one each if a line would exceed 2^63 - 1. */
  private static void claim(Session session, List<Write.Claim> claims, Set<Write> unanswered)
      throws SQLException {
    Write.Claim first = claims.get(0);
    try {
      Map<String, Long> next = session.dialect.claim(session, claims);
      for (Write.Claim claim : claims) {
        claim.done(Dialect.answered(next.get(claim.line()), claim.line()));
      }
    } catch (SQLException e) {
      if (!SqlErrors.isOverflow(e)) {
        throw e;
      }
      if (claims.size() > 1) {
        for (Write.Claim claim : claims) {
          claim(session, List.of(claim), unanswered);
        }
      } else {
        // The line may have moved since the claim was refused, but only forward. So the range still
        // does not fit.
        first.refused(session.dialect.next(session, first.line()));
      }
    }
    unanswered.removeAll(claims);
  }
}
