package io.mintmark.store.zookeeper;

import io.mintmark.store.engine.Deadline;
import io.mintmark.store.engine.RecentLines;
import io.mintmark.store.engine.StoreContext;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the state in which this process last read or wrote the node of each line (a counter), so
 * that the next write needs no read. An entry may be out of date. The write then fails, because the
 * node has another version.
 *
 * <p>This check works only if a node never gets the same version twice. Two events can repeat a
 * version: 2^32 writes, and a restore of the servers to an older state. So all entries are dropped
 * each {@link #MAX_AGE}, in which no server does 2^32 writes. No entry outlives its session,
 * because servers with a state older than the session has seen refuse to continue the session.
 *
 * <p>Used by one thread at a time.
 */
final class LineCache {

  static final Duration MAX_AGE = Duration.ofMinutes(1);

  private static final int MAX_LINES = 10_000;

  private final Map<String, LineNode> nodes = new RecentLines<>(MAX_LINES);
  private final StoreContext context;
  private @Nullable Handle session;
  private Deadline end;

  LineCache(StoreContext context) {
    this.context = context;
    this.end = context.in(MAX_AGE);
  }

  /** Returns the entries to use in a round of writes of a session. */
  Map<String, LineNode> of(Handle now) {
    if (session == null || session.session() != now.session() || end.isOver()) {
      nodes.clear();
      session = now;
      end = context.in(MAX_AGE);
    }
    return nodes;
  }
}
