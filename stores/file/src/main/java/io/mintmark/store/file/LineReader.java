package io.mintmark.store.file;

import io.mintmark.internal.store.LinePage;
import io.mintmark.internal.store.TurnQueue;
import io.mintmark.internal.store.TurnQueue.Turn;
import io.mintmark.store.Line;
import io.mintmark.store.engine.Deadline;
import io.mintmark.store.engine.OpenSettings;
import io.mintmark.store.engine.StoreEngine;
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
import java.util.Optional;

/**
 * Reads committed lines (counters in the file) on its own connection, while this process or another
 * one writes. Runs one read at a time. Alone, it is the engine of a read-only store.
 */
final class LineReader implements StoreEngine {

  private final Path directory;
  private final Connection connection;
  private final OpenSettings settings;
  private final TurnQueue reads = new TurnQueue();

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

  @Override
  public void write(List<Write> writes, Deadline deadline) {
    throw new UnsupportedOperationException("the store refuses writes before this call");
  }

  @Override
  public int maxLines() {
    return 1;
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
    return Optional.of(InstantSource.system().instant());
  }

  @Override
  public void close() {
    Turn mine = turn(settings.deadline());
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
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      return query.run(statement);
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
