package io.mintmark.store.file;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.store.Line;
import io.mintmark.store.LinePage;
import io.mintmark.store.engine.Deadline;
import io.mintmark.store.engine.StoreEngine;
import io.mintmark.store.engine.Write;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Lines in a directory: written by one ledger, and read beside it. */
final class FileEngine implements StoreEngine {

  private final Ledger ledger;
  private final LedgerEngine writer;
  private final LineReader reader;
  private final HostClock clock;
  private final DirectoryLock lock;

  FileEngine(Ledger ledger, LineReader reader, HostClock clock, DirectoryLock lock) {
    this.ledger = ledger;
    this.writer = new LedgerEngine(ledger);
    this.reader = reader;
    this.clock = clock;
    this.lock = lock;
  }

  @Override
  public int maxLines() {
    return LedgerEngine.MAX_LINES;
  }

  @Override
  public void write(List<Write> writes, Deadline deadline) throws SQLException {
    writer.execute(writes);
  }

  @Override
  public long position(String line, Deadline deadline) {
    return reader.position(line, deadline);
  }

  @Override
  public List<Line> lines(LinePage page, Deadline deadline) {
    return reader.lines(page, deadline);
  }

  @Override
  public Optional<Instant> now(Deadline deadline) {
    return Optional.of(clock.instant());
  }

  /** All that was answered is durable by now, so a fault in closing changes nothing. */
  @Override
  public void close() {
    try {
      try {
        reader.close();
      } finally {
        // Last, as the last connection to a file empties the log into it.
        ledger.close();
      }
    } catch (SQLException | StoreUnavailableException e) {
      // The log keeps what is not in the file yet, for the next opening.
    } finally {
      lock.release();
    }
  }
}
