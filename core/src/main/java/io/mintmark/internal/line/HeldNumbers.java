package io.mintmark.internal.line;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Remembers the windows that this process has claimed on worker numbers' lines, for a message: a
 * program that opens Mintmarks and does not close them uses up the numbers by itself. A line whose
 * position is the end of such a window is held by this process. Thread-safe.
 */
final class HeldNumbers {

  /** How many lines are remembered. If there are more, the count in the message is too low. */
  private static final int MOST = 4_096;

  /** The ends of the last windows, by their lines. Guarded by itself. */
  private static final Map<String, Long> ENDS = new LinkedHashMap<>() {
    private static final long serialVersionUID = 1L;

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
      return size() > MOST;
    }
  };

  private HeldNumbers() {}

  static void claimed(String line, long end) {
    synchronized (ENDS) {
      ENDS.put(line, end);
    }
  }

  /**
   * Returns whether this process has made the last claim on a line.
   *
   * @param next the line's position
   */
  static boolean hasClaimed(String line, long next) {
    synchronized (ENDS) {
      return ENDS.getOrDefault(line, -1L) == next;
    }
  }
}
