package io.mintmark.store.file;

import java.sql.SQLException;
import java.util.Collection;
import java.util.Map;

/** Keeps the lines (counters) on disk. Used by one thread at a time. */
interface Ledger {

  /** Reads a line's position, 0 if the line does not exist. */
  long position(String line) throws SQLException;

  /**
   * Moves lines and writes notes, all of them or none, and returns when the change is durable. If
   * it throws, the change may have been made or not.
   */
  void commit(Collection<LinePosition> moved, Map<String, String> notes) throws SQLException;

  /** Releases the file. */
  void close() throws SQLException;
}
