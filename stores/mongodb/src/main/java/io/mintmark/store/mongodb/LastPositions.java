package io.mintmark.store.mongodb;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Remembers the positions of lines after this process's last writes. They only decide which of two
 * forms of a claim is tried first, so a stale or forgotten position costs at most a round trip.
 * Thread-safe.
 */
final class LastPositions {

  /**
   * The maximum number of lines. At this number all are forgotten, which is cheaper than tracking
   * the oldest.
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
