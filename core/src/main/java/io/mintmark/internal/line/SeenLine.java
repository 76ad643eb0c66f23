package io.mintmark.internal.line;

import io.mintmark.error.StoreRewoundException;
import io.mintmark.store.ClaimStore;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Remembers where a line stands that other processes move too. Thread-safe.
 *
 * <p><b>Two claims of this process that overlap</b> prove that the store has forgotten one of them,
 * whichever is answered first. What was answered before a claim began ends at {@link #ownedEnd} at
 * the latest, and the claim has to start there or above. What was answered since is among the
 * ranges kept here, or below the end of those that had to be dropped, because {@value #MOST_KEPT}
 * others that do not touch it are higher. A claim that starts below that end may overlap with them,
 * and nobody can tell: nothing of it is used.
 */
final class SeenLine {

  /** More than a process is answered while one of its claims is under way, as a rule. */
  private static final int MOST_KEPT = 64;

  private final ClaimStore store;
  private final String name;

  /** The highest end of what was claimed here, and by generators of before on this line. */
  private final AtomicLong owned;

  /** What the first claim that showed a loss was refused with; empty before that. */
  private volatile String rewound = "";

  /** Where the line stood when it was last seen, never above where it stands; -1 before that. */
  private final AtomicLong seen = new AtomicLong(-1);

  /** The highest ranges claimed here, start and end; those that touch are one. Guarded by this. */
  private final NavigableMap<Long, Long> kept = new TreeMap<>();

  /** The end of all ranges claimed here that are not among them any more. Guarded by this. */
  private long dropped;

  SeenLine(ClaimStore store, String name, LineEnds ends) {
    this.store = store;
    this.name = name;
    this.owned = ends.of(name);
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
   *
   * @throws StoreRewoundException as the first one, if the store has forgotten claims: no further
   *     claim is made
   */
  long ownedEnd() {
    refuseRewound();
    return owned.get();
  }

  private void refuseRewound() {
    String first = rewound;
    if (!first.isEmpty()) {
      throw new StoreRewoundException(first);
    }
  }

  /**
   * Takes note of a claim. If the store has forgotten an earlier one, this claim is refused and so
   * is every later one.
   *
   * @param start where the claim starts
   * @param stood where the line stood before it
   * @param count how many positions it has
   * @param ownedBefore what {@link #ownedEnd} was before the claim was made
   * @return whether its positions may be used; if not, too many claims were answered meanwhile to
   *     tell whether it has positions of one of them, and it is burned
   * @throws StoreRewoundException if the line stood below what was claimed before, or the claim
   *     has positions of another
   */
  synchronized boolean claimed(long start, long stood, long count, long ownedBefore) {
    refuseRewound();
    long end = start + count;
    try {
      RewindDetector.check(name, stood, Math.max(ownedBefore, overlapped(stood, end)));
    } catch (StoreRewoundException e) {
      rewound = String.valueOf(e.getMessage());
      throw e;
    }
    boolean known = stood >= dropped;
    LineEnds.raise(owned, end);
    seen.accumulateAndGet(end, Math::max);
    keep(stood, end);
    return known;
  }

  /** The end of a range kept that has some of these positions; 0 for none. */
  private long overlapped(long start, long end) {
    Map.Entry<Long, Long> last = kept.lowerEntry(end);
    return last != null && last.getValue() > start ? last.getValue() : 0;
  }

  private void keep(long start, long end) {
    Map.Entry<Long, Long> before = kept.lowerEntry(start);
    long first = before != null && before.getValue() == start ? before.getKey() : start;
    kept.put(first, kept.getOrDefault(end, end));
    kept.remove(end);
    if (kept.size() > MOST_KEPT) {
      dropped = Math.max(dropped, kept.pollFirstEntry().getValue());
    }
  }
}
