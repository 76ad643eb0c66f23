package io.mintmark.internal.line;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Remembers the windows (spans of time) that this process has claimed on the lines of worker
 * numbers. If a line's position is the end of its window here, this process has made the last claim
 * on the line, and so holds the worker number. The error message for a process that finds no idle
 * number contains how many numbers the process itself holds, because a program that opens Mintmarks
 * without closing them uses up the numbers. Thread-safe.
 */
final class HeldNumbers {

  /**
   * The largest number of remembered lines. If the process uses more lines, the count in the
   * message is too low.
   */
  private static final int MOST = 4_096;

  /** The end of the last window on each line. The map itself is the lock that guards it. */
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
