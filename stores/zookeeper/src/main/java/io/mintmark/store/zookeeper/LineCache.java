package io.mintmark.store.zookeeper;

import io.mintmark.store.engine.Deadline;
import io.mintmark.store.engine.RecentLines;
import io.mintmark.store.engine.StoreContext;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the state that this process last wrote to the node of each line (a counter), so that the
 * next write needs no read. An entry may be out of date. The write then fails, because the node has
 * another version.
 *
 * <p>This check works only if a node never gets the same version twice. Two events can repeat a
 * version: 2^32 writes, and a restore of the servers to an older state. So no entry is kept for
 * longer than {@link #MAX_AGE}, in which no server does 2^32 writes. No entry outlives its session,
 * because servers with a state older than the session has seen refuse to continue the session.
 *
 * <p>Used by one thread at a time.
 */
final class LineCache {

  static final Duration MAX_AGE = Duration.ofMinutes(1);
  static final int MAX_LINES = 1 << 16;

  /**
   * The maximum length of a note in an entry. A longer note is not kept, because its memory would
   * cost more than the saved read is worth.
   */
  static final int MAX_NOTE_LENGTH = 200;

  private record Kept(LineNode node, Deadline end) {}

  private final RecentLines<Kept> kept = new RecentLines<>(MAX_LINES);

  private final StoreContext context;
  private @Nullable Handle session;

  LineCache(StoreContext context) {
    this.context = context;
  }

  /** Forgets everything if the session has changed. */
  void enter(Handle now) {
    if (session == null || session.session() != now.session()) {
      kept.clear();
      session = now;
    }
  }

  @Nullable
  LineNode get(String line) {
    Kept found = kept.get(line);
    if (found != null && found.end().isOver()) {
      kept.remove(line);
      return null;
    }
    return found == null ? null : found.node();
  }

  void put(String line, LineNode node) {
    if (node.note().length() <= MAX_NOTE_LENGTH) {
      kept.put(line, new Kept(node, context.in(MAX_AGE)));
    } else {
      kept.remove(line);
    }
  }

  void forget(String line) {
    kept.remove(line);
  }
}
