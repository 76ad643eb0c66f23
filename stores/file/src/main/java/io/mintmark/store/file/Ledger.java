package io.mintmark.store.file;

import java.sql.SQLException;
import java.util.Collection;
import java.util.Map;

/** Keeps the lines on disk. Only the writer's thread uses it. */
interface Ledger {

  /** Reads where a line stands, 0 for an absent one. */
  long position(String line) throws SQLException;

  /**
   * Moves lines and writes notes, all of them or none, and returns when that is durable. If it
   * throws, either may be the case.
   */
  void commit(Collection<LinePosition> moved, Map<String, String> notes) throws SQLException;

  /** Releases the file. */
  void close() throws SQLException;
}
