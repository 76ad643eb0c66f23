package io.mintmark.internal.line;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The ends of what the generators of one Mintmark have claimed, by line. They outlive a generator
 * that is closed: one that is made on its line later, with other settings for example, also finds
 * out that the store has gone back behind what the first one claimed. Thread-safe.
 *
 * <p>Of more than {@value #MOST_LINES} lines those that no generator was made on for longest are
 * forgotten; a store that went back is then found out by the others.
 */
public final class LineEnds {

  static final int MOST_LINES = 10_000;

  /** Guarded by itself. */
  private final Map<String, AtomicLong> ends = new LinkedHashMap<>(16, 0.75f, true);

  /** Knows of no claim. */
  public LineEnds() {}

  /**
   * Returns the end of a line's claims, which every generator on it raises and none lowers.
   *
   * @param line the line's name
   * @return 0 if nothing was claimed there
   */
  AtomicLong of(String line) {
    synchronized (ends) {
      AtomicLong end = ends.computeIfAbsent(line, unseen -> new AtomicLong());
      if (ends.size() > MOST_LINES) {
        ends.remove(ends.keySet().iterator().next());
      }
      return end;
    }
  }

  /** Raises an end. */
  static void raise(AtomicLong end, long to) {
    end.accumulateAndGet(to, Math::max);
  }
}
