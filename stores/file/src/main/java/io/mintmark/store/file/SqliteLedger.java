package io.mintmark.store.file;

import io.mintmark.error.Message;
import io.mintmark.store.engine.Attempt;
import io.mintmark.store.engine.GroupCommit;
import io.mintmark.store.engine.RecentLines;
import io.mintmark.store.engine.Write;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Writes lines (counters) to SQLite: computes the writes of a batch in memory and commits them
 * together, with one sync of the write-ahead log. Used by one thread at a time.
 *
 * <p>This process is the only writer, so memory can replace reading the file: a line is read once,
 * and after each commit its position in memory equals the one in the file. There can be millions of
 * lines, so only the {@value #MAX_CACHED_LINES} last used ones are kept. Reading another line again
 * takes some microseconds. A batch has at most one write of each line, so it computes every new
 * position from the committed one.
 *
 * <p>The directory's lock makes this process the only writer, but uniqueness does not depend on the
 * lock. The statement that moves a line changes it only if the position in the file still equals
 * the one in this process's memory. If another process has written to the file, or a batch moved a
 * line twice, the commit fails and no caller gets a range.
 *
 * <p><b>After a failed commit</b> the file may hold the commit or not, so all cached positions are
 * dropped and read again. In either case no answered claim is at risk: the callers of that commit
 * get an error, their ranges are burned (never used), and every earlier commit is durable.
 *
 * <p><b>After any fault</b> (a full disk, a failed fsync, an Error in any call) the same connection
 * stays in use. A new connection must not replace it: after a failed fsync, the kernel may mark
 * pages as clean that never reached the disk. A new connection would find the failed commit in the
 * log, treat it as complete, and append the next commits after it. But parts of the failed commit
 * may be missing on the disk, so a power cut would also lose all commits after it. The old
 * connection knows where the last good commit ends, and overwrites the failed one. The statements
 * are prepared again: the driver finalizes a statement that failed. SQLite may or may not have
 * rolled back by itself, so the next use first ends a transaction that may be open, with a new
 * statement.
 */
final class SqliteLedger {

  /**
   * The most lines in a batch. It equals the number of calls that can wait at once, so one batch
   * can serve them all.
   */
  static final int MAX_LINES = GroupCommit.MAX_WAITING;

  static final int MAX_CACHED_LINES = 2 * MAX_LINES;

  private final InstantSource clock;
  private final Connection connection;
  private final FilesInPlace files;

  /** The committed positions of the lines that were used last. */
  private final RecentLines<Long> positions = new RecentLines<>(MAX_CACHED_LINES);

  /** Null after a fault, until the statements are prepared again. */
  private @Nullable Statements statements;

  /** A move of a line from its position in the file to another one. */
  private record Move(String line, long from, long to, String note) {}

  private SqliteLedger(Connection connection, FilesInPlace files, InstantSource clock)
      throws SQLException {
    this.connection = connection;
    this.files = files;
    this.clock = clock;
    this.statements = new Statements(connection);
  }

  /** The ledger's statements, prepared once. */
  private static final class Statements implements AutoCloseable {

    final PreparedStatement read;
    final PreparedStatement begin;
    final PreparedStatement move;
    final PreparedStatement annotate;
    final PreparedStatement commit;

    Statements(Connection connection) throws SQLException {
      read = connection.prepareStatement("SELECT next FROM line WHERE name = ?");
      begin = connection.prepareStatement("BEGIN IMMEDIATE");
      move = connection.prepareStatement("""
          INSERT INTO line (name, next, updated_ms, note) VALUES (?, ?, ?, ?)
          ON CONFLICT (name) DO UPDATE SET next = excluded.next, updated_ms = excluded.updated_ms
          WHERE next = ?""");
      annotate = connection.prepareStatement("UPDATE line SET note = ? WHERE name = ?");
      commit = connection.prepareStatement("COMMIT");
    }

    @Override
    public void close() {
      for (PreparedStatement each : List.of(read, begin, move, annotate, commit)) {
        try {
          each.close();
        } catch (SQLException e) {
          // The fault has finalized the statement already.
        }
      }
    }
  }

  /** Opens a directory's file. The caller holds the directory's lock. */
  static SqliteLedger open(Path directory, Duration timeout, InstantSource clock)
      throws SQLException {
    Connection connection = LineFile.connectWriter(directory, timeout);
    return Attempt.orClose(connection, () -> {
      checkDurability(directory, connection);
      return new SqliteLedger(connection, new FilesInPlace(directory), clock);
    });
  }

  /** Makes writes. Their answers count only if this returns. */
  void execute(List<Write> writes) throws SQLException {
    List<Move> moves = new ArrayList<>();
    List<Write.Note> notes = new ArrayList<>();
    boolean committed = false;
    try {
      for (Write write : writes) {
        apply(write, moves, notes);
      }
      if (!moves.isEmpty() || !notes.isEmpty()) {
        commit(moves, notes);
      }
      moves.forEach(move -> positions.put(move.line(), move.to()));
      committed = true;
    } finally {
      if (!committed) {
        positions.clear();
      }
    }
  }

  private void apply(Write write, List<Move> moves, List<Write.Note> notes) throws SQLException {
    if (write instanceof Write.Note note) {
      notes.add(note);
      note.done(true);
      return;
    }
    String line = write.line();
    Long known = positions.get(line);
    long position = known == null ? position(line) : known;
    positions.put(line, position);
    OptionalLong next = write.target(position);
    if (next.isPresent()) {
      moves.add(new Move(line, position, next.getAsLong(), write.note("")));
      write.done(next.getAsLong());
    } else {
      write.refused(position);
    }
  }

  private long position(String line) throws SQLException {
    return use(prepared -> {
      prepared.read.setString(1, line);
      try (ResultSet result = prepared.read.executeQuery()) {
        return result.next() ? result.getLong(1) : 0L;
      }
    });
  }

  private void commit(List<Move> moves, List<Write.Note> notes) throws SQLException {
    Object unused = use(prepared -> {
      prepared.begin.execute();
      moveAll(prepared.move, moves);
      for (Write.Note note : notes) {
        prepared.annotate.setString(1, note.text());
        prepared.annotate.setString(2, note.line());
        prepared.annotate.executeUpdate();
      }
      prepared.commit.execute();
      return moves;
    });
    files.check();
  }

  /** Runs a query or a transaction. After a fault the next use rolls back and prepares again. */
  private <T> T use(Action<T> action) throws SQLException {
    Statements prepared = statements == null ? preparedAnew() : statements;
    statements = null;
    return Attempt.orClose(prepared, () -> {
      T result = action.run(prepared);
      statements = prepared;
      return result;
    });
  }

  /** Ends the transaction that a fault may have left open, and prepares the statements again. */
  private Statements preparedAnew() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("ROLLBACK");
    } catch (SQLException e) {
      if (!String.valueOf(e.getMessage()).contains("no transaction is active")) {
        throw e;
      }
    }
    return new Statements(connection);
  }

  @FunctionalInterface
  private interface Action<T> {
    T run(Statements prepared) throws SQLException;
  }

  /**
   * Closes the file. If the file is no longer at its path, the connection stays open until the
   * process ends. Otherwise SQLite would delete the log at that path, which may be the log of
   * another process by now.
   */
  void close() throws SQLException {
    if (files.missing().isEmpty()) {
      connection.close();
    }
  }

  private void moveAll(PreparedStatement statement, List<Move> moves) throws SQLException {
    long nowMs = clock.millis();
    for (Move move : moves) {
      statement.setString(1, move.line());
      statement.setLong(2, move.to());
      statement.setLong(3, nowMs);
      statement.setString(4, move.note());
      statement.setLong(5, move.from());
      statement.addBatch();
    }
    int[] changed = statement.executeBatch();
    for (int i = 0; i < moves.size(); i++) {
      if (changed[i] != 1) {
        throw new SQLException(Message.of(
            "another program has written to the file: line={} is no longer at {}",
            moves.get(i).line(),
            moves.get(i).from()));
      }
    }
  }

  /**
   * Refuses a file without a synced write-ahead log. Then copies the log into the file. The log may
   * contain changes for which an earlier process's fsync failed. Copying writes and syncs these
   * changes again.
   */
  private static void checkDurability(Path directory, Connection connection) throws SQLException {
    String journal = LineFile.ask(connection, "PRAGMA journal_mode");
    String synchronous = LineFile.ask(connection, "PRAGMA synchronous");
    if (!journal.equals("wal") || !synchronous.equals("2")) {
      throw LineFile.refused(
          directory.resolve(LineFile.NAME),
          Message.of(
              "its file system does not support a write-ahead log: journal_mode={}, synchronous={}",
              journal,
              synchronous));
    }
    LineFile.ask(connection, "PRAGMA wal_checkpoint(TRUNCATE)");
  }
}
