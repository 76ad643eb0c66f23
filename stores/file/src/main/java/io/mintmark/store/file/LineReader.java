package io.mintmark.store.file;

import io.mintmark.ClosedException;
import io.mintmark.StoreUnavailableException;
import io.mintmark.store.Line;
import io.mintmark.store.LinePage;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Reads what is committed, on a connection of its own: beside the writer, whether that is this
 * process or another. One read at a time.
 */
final class LineReader {

  private final Path directory;
  private final Duration timeout;
  private final Connection connection;
  private final PreparedStatement next;
  private final PreparedStatement lines;
  private final ReentrantLock lock = new ReentrantLock();

  private volatile boolean closed;

  private LineReader(Path directory, Duration timeout, Connection connection) throws SQLException {
    this.directory = directory;
    this.timeout = timeout;
    this.connection = connection;
    this.next = connection.prepareStatement("SELECT next FROM line WHERE name = ?");
    this.lines = connection.prepareStatement("""
        SELECT name, next, note, updated_ms FROM line
        WHERE name >= ? AND name < ? ORDER BY name LIMIT ?""");
  }

  /** Opens a file whose marks are checked, and checks the rest of it as far as that goes fast. */
  static LineReader open(Path directory, Duration timeout) throws SQLException {
    Connection connection = LineFile.connectReader(directory, timeout);
    try {
      LineFile.checkThrough(directory, connection);
      return new LineReader(directory, timeout, connection);
    } catch (SQLException | RuntimeException e) {
      LineFile.closeAfter(e, connection);
      throw e;
    }
  }

  long next(String line) {
    return read(() -> {
      next.setString(1, line);
      try (ResultSet result = next.executeQuery()) {
        return result.next() ? result.getLong(1) : 0;
      }
    });
  }

  List<Line> lines(LinePage page) {
    return read(() -> {
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
      throw new ClosedException("the store is closed: store=file:" + directory);
    }
  }

  void close() {
    lock.lock();
    try {
      closed = true;
      connection.close();
    } catch (SQLException e) {
      throw LineFile.unusable(directory.resolve(LineFile.NAME), e);
    } finally {
      lock.unlock();
    }
  }

  private <T> T read(Query<T> query) {
    acquire();
    try {
      checkOpen();
      return query.run();
    } catch (SQLException e) {
      throw LineFile.unusable(directory.resolve(LineFile.NAME), e);
    } finally {
      lock.unlock();
    }
  }

  private void acquire() {
    try {
      if (lock.tryLock() || lock.tryLock(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreUnavailableException(
          "interrupted while waiting to read: store=file:" + directory, e);
    }
    throw new StoreUnavailableException("the store answers in time or not at all: timeoutMs="
        + timeout.toMillis()
        + ", store=file:"
        + directory);
  }

  @FunctionalInterface
  private interface Query<T> {
    T run() throws SQLException;
  }
}
