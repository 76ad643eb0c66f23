package io.mintmark.store.mongodb;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Remembers where lines stood when this process last wrote them. This only decides which of two
 * forms of a claim is tried first, so a stale or forgotten position costs a round trip and nothing
 * else. Thread-safe.
 */
final class LastPositions {

  /**
   * How many lines are remembered; then all are forgotten, which is cheaper than to know the
   * oldest.
   */
  static final int MAX_LINES = 10_000;

  private final Map<String, Long> next = new ConcurrentHashMap<>();

  /** Returns where the line stood, 0 if that is not known. */
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
