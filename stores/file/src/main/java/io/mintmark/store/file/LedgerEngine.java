package io.mintmark.store.file;

import io.mintmark.store.engine.BatchEngine;
import io.mintmark.store.engine.GroupCommit;
import io.mintmark.store.engine.Write;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Does the writes of a batch in memory and commits them together, with one fsync.
 *
 * <p>As this process is the only writer, memory may answer for the file: a line is read once, then
 * its position here is what the file holds after each commit. Lines can be millions, so only the
 * {@value #MAX_CACHED_LINES} used last are kept; the others are read again, some microseconds each.
 * A batch never drops a line that it has itself moved, as it has at most {@value #MAX_LINES} lines,
 * which is less.
 *
 * <p><b>What a failed commit leaves.</b> The file may or may not hold it, so all that is known here
 * is dropped and read anew. Either way no answered claim is at risk: the callers of that commit are
 * told that their ranges are burned, and every commit before it is durable. The same connection
 * goes on. It must not be replaced by a fresh one: after a failed fsync the kernel may count pages
 * as clean that never reached the disk, and a fresh connection would find the failed commit in the
 * log, take it for a good one, and append behind a hole; a power cut would then lose what follows.
 * The old connection knows where the last good commit ends and writes over the failed one.
 */
final class LedgerEngine implements BatchEngine {

  /** As many as there can be callers. */
  static final int MAX_LINES = GroupCommit.MAX_WAITING;

  static final int MAX_CACHED_LINES = 2 * MAX_LINES;

  private final Ledger ledger;
  private final List<LinePosition> moved = new ArrayList<>();
  private final Map<String, String> notes = new HashMap<>();

  private final Map<String, LinePosition> positions = new LinkedHashMap<>(16, 0.75f, true) {
    private static final long serialVersionUID = 1L;

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, LinePosition> eldest) {
      return size() > MAX_CACHED_LINES;
    }
  };

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

  /** Answers at once: the answer counts only if the commit returns. */
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
