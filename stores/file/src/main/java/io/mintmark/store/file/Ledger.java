package io.mintmark.store.file;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** Keeps the lines (counters) on disk. Used by one thread at a time. */
interface Ledger {

  /** A move of a line from its position in the file to another one. */
  record Move(String line, long from, long to) {}

  /** Reads a line's position, 0 if the line does not exist. */
  long position(String line) throws SQLException;

  /**
   * Moves lines and writes notes, all of them or none, and returns when the change is durable. If
   * it throws, the change may have been made or not.
   */
  void commit(List<Move> moves, Map<String, String> notes) throws SQLException;

  /** Releases the file. */
  void close() throws SQLException;
}
