package io.mintmark.line;

import io.mintmark.store.ClaimStore;
import java.util.concurrent.atomic.AtomicLong;

/** A line of which every call claims what it needs, and nothing more. */
public final class ClaimedLine {

  private final ClaimStore store;
  private final String line;

  /** The highest end of what this process has claimed. */
  private final AtomicLong owned = new AtomicLong();

  /**
   * Names a line.
   *
   * @param store where it is
   * @param line its name
   */
  public ClaimedLine(ClaimStore store, String line) {
    this.store = store;
    this.line = line;
  }

  /**
   * Claims the next positions.
   *
   * @param count how many, 1 or more
   * @return the first of them
   * @throws io.mintmark.StoreRewoundException if the store gave out what this process owns; from
   *     then on always
   */
  public long claim(long count) {
    // Read before asking: an answer that overtakes this one may move it on.
    long before = owned.get();
    long start = store.claim(line, 0, count);
    if (start < before) {
      owned.set(Long.MAX_VALUE);
    }
    StoreMemory.check(line, start, before);
    owned.accumulateAndGet(start + count, Math::max);
    return start;
  }
}
