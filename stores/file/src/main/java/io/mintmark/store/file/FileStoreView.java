package io.mintmark.store.file;

import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.Line;
import io.mintmark.store.LineName;
import io.mintmark.store.LinePage;
import io.mintmark.store.engine.OpenSettings;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * A read-only view of a store's committed lines (counters), for people to look at while a process
 * claims.
 */
final class FileStoreView implements ClaimStore {

  private final Path directory;
  private final LineReader reader;

  private FileStoreView(Path directory, LineReader reader) {
    this.directory = directory;
    this.reader = reader;
  }

  static FileStoreView open(Path directory, OpenSettings settings) {
    SqliteLibrary.load(directory);
    try {
      return new FileStoreView(directory, LineReader.open(directory, settings));
    } catch (SQLException e) {
      throw LineFile.unusable(directory.resolve(LineFile.NAME), e);
    }
  }

  @Override
  public long claim(String line, long atLeast, long count) {
    throw refused();
  }

  @Override
  public boolean compareAndSet(String line, long expected, long next) {
    throw refused();
  }

  @Override
  public boolean lower(String line, long expected, long next) {
    throw refused();
  }

  @Override
  public long position(String line) {
    LineName.check(line);
    return reader.position(line, reader.deadline());
  }

  @Override
  public List<Line> lines(LinePage page) {
    return reader.lines(page, reader.deadline());
  }

  @Override
  public void annotate(String line, String note) {
    throw refused();
  }

  @Override
  public Optional<Instant> now() {
    reader.checkOpen();
    return Optional.of(InstantSource.system().instant());
  }

  @Override
  public void close() {
    reader.close();
  }

  private StoreUnavailableException refused() {
    reader.checkOpen();
    return new StoreUnavailableException(Message.of(
        "the store is open for reading only: store=file:{}; nothing was changed", directory));
  }
}
