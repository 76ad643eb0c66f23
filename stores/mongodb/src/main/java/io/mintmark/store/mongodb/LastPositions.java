package io.mintmark.store.mongodb;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Remembers the positions of lines (counters) after this process's last writes. A remembered
 * position only decides which form of a claim {@link MongoEngine} tries first, so a stale or
 * forgotten position costs at most a round trip. Thread-safe.
 */
final class LastPositions {

  /**
   * The maximum number of remembered lines. When it is reached, all lines are forgotten, which is
   * cheaper than tracking the oldest.
   */
  static final int MAX_LINES = 10_000;

  private final Map<String, Long> next = new ConcurrentHashMap<>();

  /** Returns the line's last known position, 0 if it is unknown. */
  long of(String line) {
    return next.getOrDefault(line, 0L);
  }

  void remember(String line, long standing) {
    if (next.size() >= MAX_LINES) {
      next.clear();
    }
    next.merge(line, standing, Math::max);
  }
}
