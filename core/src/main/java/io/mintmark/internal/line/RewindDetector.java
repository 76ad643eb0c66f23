package io.mintmark.internal.line;

import io.mintmark.error.Message;
import io.mintmark.error.StoreRewoundException;

/**
 * Finds out from a claim's answer whether the store has forgotten claims that it had acknowledged.
 */
final class RewindDetector {

  private RewindDetector() {}

  /**
   * Checks a claim's answer.
   *
   * @param start where the claim starts, by the store
   * @param owned the end of what this process has claimed on that line before
   * @throws StoreRewoundException if the claim starts below it
   */
  static void check(String line, long start, long owned) {
    if (start < owned) {
      throw new StoreRewoundException(Message.of(
          "the store has forgotten claims that it acknowledged: start={} < ownedEnd={}, line={};"
              + " no id issued from now on; raise the line past every loss, then start again",
          start,
          owned,
          line));
    }
  }
}
