package io.mintmark.store.file;

import io.mintmark.store.engine.BatchEngine;
import io.mintmark.store.engine.GroupCommit;
import io.mintmark.store.engine.RecentLines;
import io.mintmark.store.engine.Write;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Applies the writes of a batch in memory and commits them together, with one fsync.
 *
 * <p>This process is the only writer, so memory can replace reading the file: a line (a counter) is
 * read once, and after each commit its position in memory equals the one in the file. There can be
 * millions of lines, so only the {@value #MAX_CACHED_LINES} last used ones are kept. Reading
 * another line again takes some microseconds. A batch never evicts a line that it moved itself,
 * because it has at most {@value #MAX_LINES} lines, fewer than the cache holds.
 *
 * <p><b>After a failed commit</b> the file may hold the commit or not, so all cached positions are
 * dropped and read again. In either case no answered claim is at risk: the callers of that commit
 * get an error, their ranges are burned (never used), and every earlier commit is durable. The same
 * connection stays in use. A new connection must not replace it: after a failed fsync, the kernel
 * may mark pages as clean that never reached the disk. A new connection would find the failed
 * commit in the log, treat it as complete, and append the next commits after it. But parts of the
 * failed commit may be missing on the disk, so a power cut would also lose all commits after it.
 * The old connection knows where the last good commit ends, and overwrites the failed one.
 */
final class LedgerEngine implements BatchEngine {

  /**
   * The most lines in a batch. It equals the number of calls that can wait at once, so one batch
   * can serve them all.
   */
  static final int MAX_LINES = GroupCommit.MAX_WAITING;

  static final int MAX_CACHED_LINES = 2 * MAX_LINES;

  private final Ledger ledger;
  private final List<LinePosition> moved = new ArrayList<>();
  private final Map<String, String> notes = new HashMap<>();

  private final RecentLines<LinePosition> positions = new RecentLines<>(MAX_CACHED_LINES);

  LedgerEngine(Ledger ledger) {
    this.ledger = ledger;
  }

  @Override
  public void execute(List<Write> writes) throws SQLException {
    boolean committed = false;
    try {
      for (Write write : writes) {
        apply(write);
      }
      commit();
      committed = true;
    } finally {
      if (!committed) {
        positions.clear();
      }
      moved.clear();
      notes.clear();
    }
  }

  /** Applies a write and answers it. The answer counts only if the commit returns. */
  private void apply(Write write) throws SQLException {
    if (write instanceof Write.Note note) {
      notes.put(note.line(), note.text());
      note.written();
      return;
    }
    LinePosition position = position(write.line());
    OptionalLong next = write.target(position.next);
    if (next.isPresent()) {
      position.next = next.getAsLong();
      moved.add(position);
      write.done(position.next);
    } else {
      write.refused(position.next);
    }
  }

  private LinePosition position(String line) throws SQLException {
    LinePosition known = positions.get(line);
    if (known == null) {
      known = new LinePosition(line, ledger.position(line));
      positions.put(line, known);
    }
    return known;
  }

  private void commit() throws SQLException {
    if (!moved.isEmpty() || !notes.isEmpty()) {
      ledger.commit(moved, notes);
      for (LinePosition position : moved) {
        position.committed = position.next;
      }
    }
  }
}
