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
 * another line again takes some microseconds. A batch has at most one write of each line, so it
 * computes every new position from the committed one. A second move of the line would fail in the
 * ledger, and with it the whole batch.
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

  /** The committed positions of the lines that were used last. */
  private final RecentLines<Long> positions = new RecentLines<>(MAX_CACHED_LINES);

  LedgerEngine(Ledger ledger) {
    this.ledger = ledger;
  }

  @Override
  public void execute(List<Write> writes) throws SQLException {
    List<Ledger.Move> moves = new ArrayList<>();
    Map<String, String> notes = new HashMap<>();
    boolean committed = false;
    try {
      for (Write write : writes) {
        apply(write, moves, notes);
      }
      if (!moves.isEmpty() || !notes.isEmpty()) {
        ledger.commit(moves, notes);
      }
      moves.forEach(move -> positions.put(move.line(), move.to()));
      committed = true;
    } finally {
      if (!committed) {
        positions.clear();
      }
    }
  }

  /** Applies a write and answers it. The answer counts only if the commit returns. */
  private void apply(Write write, List<Ledger.Move> moves, Map<String, String> notes)
      throws SQLException {
    String line = write.line();
    if (write instanceof Write.Note note) {
      notes.put(line, note.text());
      note.written();
      return;
    }
    Long known = positions.get(line);
    long position = known == null ? ledger.position(line) : known;
    positions.put(line, position);
    OptionalLong next = write.target(position);
    if (next.isPresent()) {
      moves.add(new Ledger.Move(line, position, next.getAsLong()));
      write.done(next.getAsLong());
    } else {
      write.refused(position);
    }
  }
}
