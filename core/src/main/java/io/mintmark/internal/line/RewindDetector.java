package io.mintmark.internal.line;

import io.mintmark.error.Message;
import io.mintmark.error.StoreRewoundException;

/** Detects from the result of a claim that the store has forgotten acknowledged claims. */
final class RewindDetector {

  private RewindDetector() {}

  /**
   * Checks the result of a claim.
   *
   * @param start the start of the claim, as the store returned it
   * @param owned the end of the earlier claims of this process on that line
   * @throws StoreRewoundException if the claim starts below {@code owned}
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
}
