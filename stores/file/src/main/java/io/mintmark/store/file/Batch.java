package io.mintmark.store.file;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The calls of one commit, done one after another in memory, and what is known of the file between
 * commits. Used by the writer's thread alone.
 *
 * <p>As this process is the only writer, memory may answer for the file: a line is read once, then
 * its position here is what the file holds after each commit. Lines can be millions, so only the
 * {@value #MAX_CACHED_LINES} used last are kept; the others are read again, some microseconds each.
 * A batch never drops a line that it has itself moved, as it has at most {@link
 * GroupCommit#MAX_WAITING} calls, which is less.
 *
 * <p>When a commit throws, the file may or may not hold it, so all that is known here is dropped
 * and read anew. Either way no answered claim is at risk: the callers of that commit are told that
 * their ranges are burned, and every commit before it is durable.
 */
final class Batch {

  static final int MAX_CACHED_LINES = 2 * GroupCommit.MAX_WAITING;

  private final Ledger ledger;
  private final List<Position> moved = new ArrayList<>();
  private final Map<String, String> notes = new HashMap<>();

  private final Map<String, Position> positions = new LinkedHashMap<>(16, 0.75f, true) {
    private static final long serialVersionUID = 1L;

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, Position> eldest) {
      return size() > MAX_CACHED_LINES;
    }
  };

  Batch(Ledger ledger) {
    this.ledger = ledger;
  }

  Position position(String line) throws SQLException {
    Position known = positions.get(line);
    if (known == null) {
      known = new Position(line, ledger.next(line));
      positions.put(line, known);
    }
    return known;
  }

  /** Moves a line up; each line is written once, however often it moves. */
  void move(Position position, long next) {
    if (position.next == position.committed) {
      moved.add(position);
    }
    position.next = next;
  }

  void annotate(String line, String note) {
    notes.put(line, note);
  }

  void commit() throws SQLException {
    if (!moved.isEmpty() || !notes.isEmpty()) {
      ledger.commit(moved, notes);
      for (Position position : moved) {
        position.committed = position.next;
      }
      moved.clear();
      notes.clear();
    }
  }

  /** Drops what was done in memory and all that is known of the file. */
  void forget() {
    positions.clear();
    moved.clear();
    notes.clear();
  }
}
