package io.mintmark.store.file;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Map;

/**
 * The ledger in SQLite: its write-ahead log, synced at each commit.
 *
 * <p>The directory's lock makes this process the only writer; uniqueness does not hang on it. The
 * statement that moves a line moves it from where memory has it and from nowhere else: should
 * something else have written to the file, the commit fails and nobody is answered.
 */
final class SqliteLedger implements Ledger {

  private final InstantSource clock;
  private final Connection connection;
  private final PreparedStatement read;
  private final PreparedStatement begin;
  private final PreparedStatement move;
  private final PreparedStatement annotate;
  private final PreparedStatement commit;
  private final PreparedStatement rollback;

  private SqliteLedger(Connection connection, InstantSource clock) throws SQLException {
    this.connection = connection;
    this.clock = clock;
    this.read = connection.prepareStatement("SELECT next FROM line WHERE name = ?");
    this.begin = connection.prepareStatement("BEGIN IMMEDIATE");
    this.move = connection.prepareStatement("""
        INSERT INTO line (name, next, updated_ms) VALUES (?, ?, ?)
        ON CONFLICT (name) DO UPDATE SET next = excluded.next, updated_ms = excluded.updated_ms
        WHERE next = ?""");
    this.annotate = connection.prepareStatement("UPDATE line SET note = ? WHERE name = ?");
    this.commit = connection.prepareStatement("COMMIT");
    this.rollback = connection.prepareStatement("ROLLBACK");
  }

  /** Opens the file of a directory; the caller holds the directory's lock. */
  static SqliteLedger open(Path directory, Duration timeout, InstantSource clock)
      throws SQLException {
    Connection connection = LineFile.connectWriter(directory, timeout);
    try {
      checkDurability(directory, connection);
      return new SqliteLedger(connection, clock);
    } catch (SQLException | RuntimeException e) {
      LineFile.closeAfter(e, connection);
      throw e;
    }
  }

  @Override
  public long next(String line) throws SQLException {
    read.setString(1, line);
    try (ResultSet result = read.executeQuery()) {
      return result.next() ? result.getLong(1) : 0;
    }
  }

  @Override
  public void commit(Collection<Position> moved, Map<String, String> notes) throws SQLException {
    begin.execute();
    try {
      moveAll(moved);
      for (Map.Entry<String, String> note : notes.entrySet()) {
        annotate.setString(1, note.getValue());
        annotate.setString(2, note.getKey());
        annotate.executeUpdate();
      }
      commit.execute();
    } catch (SQLException | RuntimeException | Error e) {
      rollBackAfter(e);
      throw e;
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }

  private void moveAll(Collection<Position> moved) throws SQLException {
    long nowMs = clock.millis();
    for (Position position : moved) {
      move.setString(1, position.line);
      move.setLong(2, position.next);
      move.setLong(3, nowMs);
      move.setLong(4, position.committed);
      move.addBatch();
    }
    int index = 0;
    int[] changed = move.executeBatch();
    for (Position position : moved) {
      if (changed[index++] != 1) {
        throw new SQLException("something else has written to the file: line="
            + position.line
            + " does not stand at "
            + position.committed
            + " any more");
      }
    }
  }

  /** If the commit itself failed, SQLite may have rolled back already and says so here. */
  private void rollBackAfter(Throwable failure) {
    try {
      move.clearBatch();
      rollback.execute();
    } catch (SQLException e) {
      failure.addSuppressed(e);
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
          "its disk does not keep a log: journal_mode=" + journal + ", synchronous=" + synchronous);
    }
    LineFile.ask(connection, "PRAGMA wal_checkpoint(TRUNCATE)");
  }
}
