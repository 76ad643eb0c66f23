package io.mintmark.store.file;

import io.mintmark.error.Message;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The ledger in SQLite: its write-ahead log, synced at each commit.
 *
 * <p>The directory's lock makes this process the only writer; uniqueness does not hang on it. The
 * statement that moves a line moves it from where memory has it and from nowhere else: should
 * something else have written to the file, the commit fails and nobody is answered.
 *
 * <p><b>After a fault</b> (a full disk, a failed fsync, an Error at any call) the connection stays,
 * as {@link LedgerEngine} says why, and the statements are prepared anew: the driver finalizes one
 * that has failed, and SQLite may have rolled back by itself or not. So what is used next first
 * ends a transaction that may be open, on a statement of its own.
 */
final class SqliteLedger implements Ledger {

  private final InstantSource clock;
  private final Connection connection;
  private final FilesInPlace files;

  /** Null after a fault, until they are prepared anew. */
  private @Nullable Statements statements;

  private SqliteLedger(Connection connection, FilesInPlace files, InstantSource clock)
      throws SQLException {
    this.connection = connection;
    this.files = files;
    this.clock = clock;
    this.statements = new Statements(connection);
  }

  /** The statements that a ledger sends to SQLite, prepared once. */
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
          // It is finalized already, by the fault.
        }
      }
    }
  }

  /** Opens the file of a directory; the caller holds the directory's lock. */
  static SqliteLedger open(Path directory, Duration timeout, InstantSource clock)
      throws SQLException {
    Connection connection = LineFile.connectWriter(directory, timeout);
    boolean opened = false;
    try {
      checkDurability(directory, connection);
      SqliteLedger ledger = new SqliteLedger(connection, FilesInPlace.of(directory), clock);
      opened = true;
      return ledger;
    } finally {
      if (!opened) {
        connection.close();
      }
    }
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
  public void commit(Collection<LinePosition> moved, Map<String, String> notes)
      throws SQLException {
    Object unused = use(prepared -> {
      prepared.begin.execute();
      moveAll(prepared.move, moved);
      for (Map.Entry<String, String> note : notes.entrySet()) {
        prepared.annotate.setString(1, note.getValue());
        prepared.annotate.setString(2, note.getKey());
        prepared.annotate.executeUpdate();
      }
      prepared.commit.execute();
      return moved;
    });
    files.check();
  }

  /** Runs a query or a transaction; if it throws, the next one begins afresh. */
  private <T> T use(Action<T> action) throws SQLException {
    Statements prepared = statements;
    statements = null;
    if (prepared == null) {
      rollBack();
      prepared = new Statements(connection);
    }
    boolean done = false;
    try {
      T result = action.run(prepared);
      statements = prepared;
      done = true;
      return result;
    } finally {
      if (!done) {
        prepared.close();
      }
    }
  }

  /** Ends the transaction that a fault may have left open. */
  private void rollBack() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("ROLLBACK");
    } catch (SQLException e) {
      if (!String.valueOf(e.getMessage()).contains("no transaction is active")) {
        throw e;
      }
    }
  }

  @FunctionalInterface
  private interface Action<T> {
    T run(Statements prepared) throws SQLException;
  }

  /**
   * Closes the file. If it is not in place any more, the connection is left open for as long as the
   * process lives: SQLite deletes the log by its path at the end, which may be another process's by
   * now.
   */
  @Override
  public void close() throws SQLException {
    if (files.isSo()) {
      connection.close();
    }
  }

  private void moveAll(PreparedStatement move, Collection<LinePosition> moved) throws SQLException {
    long nowMs = clock.millis();
    for (LinePosition position : moved) {
      move.setString(1, position.line);
      move.setLong(2, position.next);
      move.setLong(3, nowMs);
      move.setLong(4, position.committed);
      move.addBatch();
    }
    int index = 0;
    int[] changed = move.executeBatch();
    for (LinePosition position : moved) {
      if (changed[index++] != 1) {
        throw new SQLException(Message.of(
            "something else has written to the file: line={} does not stand at {} any more",
            position.line,
            position.committed));
      }
    }
  }

  /**
   * Refuses a file that does not do what is relied on, and empties the log into it: what a process
   * left there after a failed fsync is then written and synced once more.
   */
  private static void checkDurability(Path directory, Connection connection) throws SQLException {
    String journal = LineFile.ask(connection, "PRAGMA journal_mode");
    String synchronous = LineFile.ask(connection, "PRAGMA synchronous");
    if (!journal.equals("wal") || !synchronous.equals("2")) {
      throw LineFile.refused(
          directory.resolve(LineFile.NAME),
          Message.of(
              "its disk does not keep a log: journal_mode={}, synchronous={}",
              journal,
              synchronous));
    }
    LineFile.ask(connection, "PRAGMA wal_checkpoint(TRUNCATE)");
  }
}
