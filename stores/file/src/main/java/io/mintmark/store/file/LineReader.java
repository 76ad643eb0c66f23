package io.mintmark.store.file;

import io.mintmark.error.ClosedException;
import io.mintmark.error.Message;
import io.mintmark.internal.store.TurnQueue;
import io.mintmark.internal.store.TurnQueue.Turn;
import io.mintmark.store.Line;
import io.mintmark.store.LinePage;
import io.mintmark.store.engine.Deadline;
import io.mintmark.store.engine.OpenSettings;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads committed lines (counters in the file) on its own connection, while this process or another
 * one writes. Runs one read at a time.
 */
final class LineReader {

  private final Path directory;
  private final Connection connection;
  private final OpenSettings settings;
  private final TurnQueue reads = new TurnQueue();

  private volatile boolean closed;

  private LineReader(Path directory, Connection connection, OpenSettings settings) {
    this.directory = directory;
    this.connection = connection;
    this.settings = settings;
  }

  /** Opens a directory's file, and checks as much of it as can be checked quickly. */
  static LineReader open(Path directory, OpenSettings settings) throws SQLException {
    return new LineReader(
        directory, LineFile.connectReader(directory, settings.timeout()), settings);
  }

  /** Starts the deadline of a read. */
  Deadline deadline() {
    return settings.deadline();
  }

  long position(String line, Deadline deadline) {
    return read(deadline, "SELECT next FROM line WHERE name = ?", next -> {
      next.setString(1, line);
      try (ResultSet result = next.executeQuery()) {
        return result.next() ? result.getLong(1) : 0;
      }
    });
  }

  List<Line> lines(LinePage page, Deadline deadline) {
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

  void checkOpen() {
    if (closed) {
      throw new ClosedException(Message.of("the store is closed: store=file:{}", directory));
    }
  }

  void close() {
    closed = true;
    Turn mine = turn(deadline());
    try {
      connection.close();
    } catch (SQLException e) {
      throw LineFile.unusable(directory.resolve(LineFile.NAME), e);
    } finally {
      reads.end(mine);
    }
  }

  /** Runs a query. Prepares the statement each time: the driver cannot reuse one after a fault. */
  private <T> T read(Deadline deadline, String sql, Query<T> query) {
    Turn mine = turn(deadline);
    try {
      checkOpen();
      try (PreparedStatement statement = connection.prepareStatement(sql)) {
        return query.run(statement);
      }
    } catch (SQLException e) {
      throw LineFile.unusable(directory.resolve(LineFile.NAME), e);
    } finally {
      reads.end(mine);
    }
  }

  private Turn turn(Deadline deadline) {
    return reads.take(() -> {
      if (!deadline.awaitUnpark()) {
        throw deadline.passed(null);
      }
    });
  }

  @FunctionalInterface
  private interface Query<T> {
    T run(PreparedStatement statement) throws SQLException;
  }
}
