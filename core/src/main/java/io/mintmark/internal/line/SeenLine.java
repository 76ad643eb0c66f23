package io.mintmark.internal.line;

import io.mintmark.store.ClaimStore;
import java.util.concurrent.atomic.AtomicLong;

/** Remembers where a line stands that other processes move too. Thread-safe. */
final class SeenLine {

  private final ClaimStore store;
  private final String name;

  /** The highest end of what this process has claimed. */
  private final AtomicLong owned = new AtomicLong();

  /** Where the line stood when it was last seen, never above where it stands; -1 before that. */
  private final AtomicLong seen = new AtomicLong(-1);

  SeenLine(ClaimStore store, String name) {
    this.store = store;
    this.name = name;
  }

  /** Where the line was last seen; -1 before that. */
  long seen() {
    return seen.get();
  }

  /** Where the line was last seen, looking now if that has never happened. */
  long lastSeen() {
    long last = seen.get();
    return last >= 0 ? last : read();
  }

  /** Remembers what it reads: a call that is out of time must not have looked for nothing. */
  long read() {
    long next = store.position(name);
    seen.set(next);
    return next;
  }

  /**
   * The end of the positions claimed here. It has to be read before a claim is made: the answer of
   * another claim that arrives first may move it on.
   */
  long ownedEnd() {
    return owned.get();
  }

  /**
   * Takes note of a claim. If the store has forgotten an earlier one, this claim is refused and so
   * is every later one.
   *
   * @param start where the claim starts
   * @param stood where the line stood before it
   * @param count how many positions it has
   * @param ownedBefore what {@link #ownedEnd} was before the claim was made
   * @throws io.mintmark.error.StoreRewoundException if the line stood below what was claimed before
   */
  void claimed(long start, long stood, long count, long ownedBefore) {
    if (stood < ownedBefore) {
      owned.set(Long.MAX_VALUE);
    }
    RewindDetector.check(name, stood, ownedBefore);
    owned.accumulateAndGet(start + count, Math::max);
    seen.accumulateAndGet(start + count, Math::max);
  }
}
