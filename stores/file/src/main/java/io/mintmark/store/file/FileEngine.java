package io.mintmark.store.file;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.LinePage;
import io.mintmark.store.Line;
import io.mintmark.store.engine.Deadline;
import io.mintmark.store.engine.StoreEngine;
import io.mintmark.store.engine.Write;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A store engine that keeps lines (named, durable counters) in a directory. One ledger writes them,
 * and a second connection reads them.
 */
record FileEngine(
    Ledger ledger, LedgerEngine writer, LineReader reader, HostClock clock, DirectoryLock lock)
    implements StoreEngine {

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

  /** Closes the files. Every answered write is durable already, so a fault here loses nothing. */
  @Override
  public void close() {
    try {
      try {
        reader.close();
      } finally {
        // Closed last: when the last connection to a file closes, SQLite copies the log into the
        // file.
        ledger.close();
      }
    } catch (SQLException | StoreUnavailableException e) {
      // A write that is not in the file yet is kept in the file's log, for the next opening.
    } finally {
      lock.release();
    }
  }
}
