package io.mintmark.store.jdbc;

import static java.util.Objects.requireNonNull;

import io.mintmark.store.engine.BatchEngine;
import io.mintmark.store.engine.Write;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Writes batches on one connection.
 *
 * <p>All claims of a batch are one statement, in the order of their lines' names, so that two
 * processes that claim on the same lines wait for one another and never in a circle. Every other
 * write is a statement and a transaction of its own, for the same reason. Where the engine finds a
 * circle or a conflict all the same, it has undone the statement, and it is sent again.
 *
 * <p>Nothing is sent again whose fate is not known: it is failed, and the connection thrown away.
 */
final class LineWriter implements BatchEngine {

  /** The most lines in a statement. */
  static final int MAX_LINES = 128;

  /** How often a statement is sent again that the engine undid. */
  private static final int MAX_RETRIES = 10;

  private final ReopeningConnection lane;

  @FunctionalInterface
  private interface Statement<T> {
    T run() throws SQLException;
  }

  LineWriter(ReopeningConnection lane) {
    this.lane = lane;
  }

  @Override
  public void execute(List<Write> writes) {
    Set<Write> unanswered = new LinkedHashSet<>(writes);
    try {
      lane.call(session -> {
        write(session, writes, unanswered);
        return unanswered;
      });
    } catch (SQLException | RuntimeException e) {
      Exception failure = Failures.told("", e, "");
      unanswered.forEach(write -> write.failed(failure));
    }
  }

  private static void write(Session session, List<Write> writes, Set<Write> unanswered)
      throws SQLException {
    List<Write.Claim> claims = new ArrayList<>();
    for (Write write : writes) {
      if (write instanceof Write.Claim claim) {
        claims.add(claim);
      }
    }
    if (claims.size() > 1 && session.dialect().claimsAllAtOnce()) {
      claims.sort(Comparator.comparing(Write::line));
      if (claimAll(session, claims)) {
        claims.forEach(unanswered::remove);
      }
    }
    for (Write write : List.copyOf(unanswered)) {
      writeOne(session, write);
      unanswered.remove(write);
    }
  }

  /** Returns false, and has done nothing, if a line would pass its end. */
  private static boolean claimAll(Session session, List<Write.Claim> claims) throws SQLException {
    Map<String, Long> next;
    try {
      next = undisturbed(() -> session.dialect().claimAll(session, claims));
    } catch (SQLException e) {
      if (Failures.isOverflow(e)) {
        return false;
      }
      throw e;
    }
    for (Write.Claim claim : claims) {
      claim.claimed(requireNonNull(next.get(claim.line()), "no answer for a line") - claim.count());
    }
    return true;
  }

  private static void writeOne(Session session, Write write) throws SQLException {
    Dialect dialect = session.dialect();
    if (write instanceof Write.CompareAndSet move) {
      move.moved(undisturbed(() -> dialect.compareAndSet(session, move)));
    } else if (write instanceof Write.Note note) {
      undisturbed(() -> {
        dialect.annotate(session, note);
        return note;
      });
      note.written();
    } else if (write instanceof Write.Claim claim) {
      claimOne(session, claim);
    }
  }

  private static void claimOne(Session session, Write.Claim claim) throws SQLException {
    try {
      long next = undisturbed(() -> session.dialect().claim(session, claim));
      claim.claimed(next - claim.count());
    } catch (SQLException e) {
      if (!Failures.isOverflow(e)) {
        throw e;
      }
      // It may have moved since, but only on: the range fits even less.
      claim.exhausted(session.dialect().next(session, claim.line()));
    }
  }

  private static <T> T undisturbed(Statement<T> statement) throws SQLException {
    for (int i = 0; ; i++) {
      try {
        return statement.run();
      } catch (SQLException e) {
        if (!Failures.isContention(e) || i == MAX_RETRIES) {
          throw e;
        }
      }
    }
  }
}
