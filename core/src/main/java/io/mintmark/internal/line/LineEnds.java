package io.mintmark.internal.line;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * For each line (a durable counter in the store), the end of the claims that the generators of one
 * Mintmark have made. An end is kept after its generator is closed. So a later generator on the
 * same line, for example with other settings, can detect that the store has lost claims of the
 * closed generator. Thread-safe.
 *
 * <p>If there are more than {@value #MOST_LINES} lines, the lines on which no generator was created
 * for the longest time are removed. On a removed line, lost claims of closed generators are not
 * detected.
 */
public final class LineEnds {

  static final int MOST_LINES = 10_000;

  /**
   * The ends by the names of the lines, in the order of their last use. The map itself is the lock
   * that guards it.
   */
  private final Map<String, AtomicLong> ends = new LinkedHashMap<>(16, 0.75f, true);

  /** Creates an object without ends. */
  public LineEnds() {}

  /**
   * Returns the end of the claims on a line. Every generator on the line raises this end, and no
   * generator lowers it.
   *
   * @param line the line's name
   * @return the end; 0 if nothing was claimed on the line
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

  /** Raises an end, if it is lower than {@code to}. */
  static void raise(AtomicLong end, long to) {
    end.accumulateAndGet(to, Math::max);
  }
}
