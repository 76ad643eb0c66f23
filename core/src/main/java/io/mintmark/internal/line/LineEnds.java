package io.mintmark.internal.line;

import io.mintmark.error.Message;
import io.mintmark.error.StoreRewoundException;
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

  /**
   * Checks the result of a claim.
   *
   * @param start the start of the claim, as the store returned it
   * @param owned the end of the earlier claims of this process on that line
   * @throws StoreRewoundException if the claim starts below {@code owned}, because the store has
   *     forgotten acknowledged claims
   */
  static void check(String line, long start, long owned) {
    if (start < owned) {
      throw new StoreRewoundException(Message.of(
          "the store has forgotten claims that it acknowledged: start={} < ownedEnd={}, line={};"
              + " no id issued from now on; raise the line above every lost claim, then start"
              + " again",
          start,
          owned,
          line));
    }
  }

  /** Raises an end, if it is lower than {@code to}. */
  static void raise(AtomicLong end, long to) {
    end.accumulateAndGet(to, Math::max);
  }
}
