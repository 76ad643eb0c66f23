package io.mintmark.store.file;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.LinePage;
import io.mintmark.store.Line;
import io.mintmark.store.engine.Deadline;
import io.mintmark.store.engine.OpenSettings;
import io.mintmark.store.engine.StoreEngine;
import io.mintmark.store.engine.TurnQueue;
import io.mintmark.store.engine.TurnQueue.Turn;
import io.mintmark.store.engine.Write;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A store engine that keeps lines (named, durable counters) in a directory. It reads committed
 * lines on a connection of its own, one read at a time, while a ledger of this process or another
 * process writes. A read-only store's engine has no ledger.
 */
final class FileEngine implements StoreEngine {

  private final Path directory;
  private final Connection connection;
  private final OpenSettings settings;
  private final HostClock clock;
  private final TurnQueue reads = new TurnQueue();
  private @Nullable Writer writer;

  /** What only a store that is written to has. */
  private record Writer(SqliteLedger ledger, DirectoryLock lock) {}

  private FileEngine(
      Path directory, Connection connection, OpenSettings settings, InstantSource clock) {
    this.directory = directory;
    this.connection = connection;
    this.settings = settings;
    this.clock = new HostClock(clock, settings.context().clock());
  }

  /** Opens a directory's file for reading, and checks as much of it as can be checked quickly. */
  static FileEngine open(Path directory, OpenSettings settings, InstantSource clock)
      throws SQLException {
    return new FileEngine(
        directory, LineFile.connectReader(directory, settings.timeout()), settings, clock);
  }

  /** Starts to write. The engine then closes the ledger and releases the lock. */
  void write(SqliteLedger ledger, DirectoryLock lock) {
    writer = new Writer(ledger, lock);
  }

  @Override
  public int maxLines() {
    return SqliteLedger.MAX_LINES;
  }

  @Override
  public void write(List<Write> writes, Deadline deadline) throws SQLException {
    Objects.requireNonNull(writer, "a read-only store refuses writes").ledger.execute(writes);
  }

  @Override
  public long position(String line, Deadline deadline) {
    return read(deadline, "SELECT next FROM line WHERE name = ?", next -> {
      next.setString(1, line);
      try (ResultSet result = next.executeQuery()) {
        return result.next() ? result.getLong(1) : 0;
      }
    });
  }

  @Override
  public List<Line> lines(LinePage page, Deadline deadline) {
    String sql = """
        SELECT name, next, note, updated_ms FROM line
        WHERE name >= ? AND name < ? ORDER BY name LIMIT ?""";
    return read(deadline, sql, lines -> {
      lines.setString(1, page.from());
      lines.setString(2, page.to());
      lines.setInt(3, page.limit());
      List<Line> found = new ArrayList<>();
      try (ResultSet result = lines.executeQuery()) {
        while (result.next()) {
          Instant updated = Instant.ofEpochMilli(result.getLong(4));
          found.add(new Line(result.getString(1), result.getLong(2), result.getString(3), updated));
        }
      }
      return found;
    });
  }

  @Override
  public Optional<Instant> now(Deadline deadline) {
    return Optional.of(clock.instant());
  }

  /** Closes the files. Every answered write is durable already, so a fault here loses nothing. */
  @Override
  public void close() {
    Writer last = writer;
    try {
      try {
        Turn mine = reads.take(settings.deadline());
        connection.close();
        reads.end(mine);
      } finally {
        // Closed last: when the last connection to a file closes, SQLite copies the log into the
        // file.
        if (last != null) {
          last.ledger.close();
        }
      }
    } catch (SQLException | StoreUnavailableException e) {
      // A write that is not in the file yet is kept in the file's log, for the next opening.
    } finally {
      if (last != null) {
        last.lock.release();
      }
    }
  }

  /** Runs a query. Prepares the statement each time: the driver cannot reuse one after a fault. */
  private <T> T read(Deadline deadline, String sql, Query<T> query) {
    Turn mine = reads.take(deadline);
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      return query.run(statement);
    } catch (SQLException e) {
      throw LineFile.unusable(directory.resolve(LineFile.NAME), e);
    } finally {
      reads.end(mine);
    }
  }

  @FunctionalInterface
  private interface Query<T> {
    T run(PreparedStatement statement) throws SQLException;
  }
}
