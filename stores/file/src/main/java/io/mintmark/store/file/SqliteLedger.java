package io.mintmark.store.file;

import io.mintmark.error.Message;
import io.mintmark.store.engine.Attempt;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A ledger in SQLite, with its write-ahead log synced at each commit.
 *
 * <p>The directory's lock makes this process the only writer, but uniqueness does not depend on the
 * lock. The statement that moves a line (a counter) changes it only if the position in the file
 * still equals the one in this process's memory. If another process has written to the file, the
 * commit fails and no caller gets a range.
 *
 * <p><b>After a fault</b> (a full disk, a failed fsync, an Error in any call) the connection stays
 * in use, for the reason given at {@link LedgerEngine}. The statements are prepared again: the
 * driver finalizes a statement that failed. SQLite may or may not have rolled back by itself, so
 * the next use first ends a transaction that may be open, with a new statement.
 */
final class SqliteLedger implements Ledger {

  private final InstantSource clock;
  private final Connection connection;
  private final FilesInPlace files;

  /** Null after a fault, until the statements are prepared again. */
  private @Nullable Statements statements;

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
          INSERT INTO line (name, next, updated_ms) VALUES (?, ?, ?)
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

  @Override
  public long position(String line) throws SQLException {
    return use(prepared -> {
      prepared.read.setString(1, line);
      try (ResultSet result = prepared.read.executeQuery()) {
        return result.next() ? result.getLong(1) : 0L;
      }
    });
  }

  @Override
  public void commit(List<Move> moves, Map<String, String> notes) throws SQLException {
    Object unused = use(prepared -> {
      prepared.begin.execute();
      moveAll(prepared.move, moves);
      for (Map.Entry<String, String> note : notes.entrySet()) {
        prepared.annotate.setString(1, note.getValue());
        prepared.annotate.setString(2, note.getKey());
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
  @Override
  public void close() throws SQLException {
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
      statement.setLong(4, move.from());
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
