package io.mintmark.internal.line;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The ends of the claims that the generators of one Mintmark have made, by line. An end is kept
 * when its generator is closed. A later generator on the same line, for example one with other
 * settings, can then detect that the store has lost claims of the first. Thread-safe.
 *
 * <p>If there are more than {@value #MOST_LINES} lines, this object forgets the lines on which no
 * generator was made for the longest time. Lost claims are still detected on all other lines.
 */
public final class LineEnds {

  static final int MOST_LINES = 10_000;

  /** Guarded by itself. */
  private final Map<String, AtomicLong> ends = new LinkedHashMap<>(16, 0.75f, true);

  /** Starts without any claim. */
  public LineEnds() {}

  /**
   * Returns the end of a line's claims. Every generator on the line raises it, and none lowers it.
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
