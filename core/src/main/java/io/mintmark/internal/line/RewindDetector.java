package io.mintmark.internal.line;

import io.mintmark.error.Message;
import io.mintmark.error.StoreRewoundException;

/** Detects from a claim's result that the store has forgotten acknowledged claims. */
final class RewindDetector {

  private RewindDetector() {}

  /**
   * Checks a claim's result.
   *
   * @param start where the claim starts, as the store returned it
   * @param owned the end of the earlier claims of this process on that line
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
