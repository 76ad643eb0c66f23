package io.mintmark.internal.line;

import io.mintmark.error.StoreRewoundException;
import io.mintmark.store.ClaimStore;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Remembers the position of a line that other processes also move. Thread-safe.
 *
 * <p><b>Two overlapping claims of this process</b> prove that the store has forgotten one of them,
 * in whatever order they are answered. Let a new claim begin.
 *
 * <ul>
 *   <li>Claims that were answered before it began end at {@link #ownedEnd} at the latest, so the
 *       new claim must start there or above.
 *   <li>Claims that were answered after it began are among the ranges kept here, or below the end
 *       of the dropped ranges. A range is dropped when {@value #MOST_KEPT} separate ranges above it
 *       are kept. A new claim that starts below the end of the dropped ranges may overlap one of
 *       them, and no check can exclude that. None of its positions is used.
 * </ul>
 */
final class SeenLine {

  /**
   * Usually more than the claims that a process completes while another of its claims is running.
   */
  private static final int MOST_KEPT = 64;

  private final ClaimStore store;
  private final String name;

  /** The highest end of the claims made here, and by earlier generators on this line. */
  private final AtomicLong owned;

  /** The message of the first refusal after the store forgot claims; empty before that. */
  private volatile String rewound = "";

  /** The line's position when it was last seen, never above its true position; -1 before that. */
  private final AtomicLong seen = new AtomicLong(-1);

  /**
   * The highest ranges claimed here, by start, with their ends. Ranges that touch are merged.
   * Guarded by this.
   */
  private final NavigableMap<Long, Long> kept = new TreeMap<>();

  /** The highest end of the dropped ranges. Guarded by this. */
  private long dropped;

  SeenLine(ClaimStore store, String name, LineEnds ends) {
    this.store = store;
    this.name = name;
    this.owned = ends.of(name);
  }

  /** The line's position when it was last seen; -1 before that. */
  long seen() {
    return seen.get();
  }

  /** The line's position when it was last seen. Reads it now if it was never seen. */
  long lastSeen() {
    long last = seen.get();
    return last >= 0 ? last : read();
  }

  /**
   * Reads and remembers the line's position, so that a call that runs out of time has not read in
   * vain.
   */
  long read() {
    long next = store.position(name);
    seen.set(next);
    return next;
  }

  /**
   * The end of the positions claimed here. A caller must read it before it makes a claim, because
   * the reply to another claim may arrive first and raise it.
   *
   * @throws StoreRewoundException with the first refusal's message, if the store has forgotten
   *     claims; then no further claim is made
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
   * Records a claim. If the store has forgotten an earlier claim, this claim and every later one is
   * refused.
   *
   * @param start where the claim starts
   * @param stood the line's position before the claim
   * @param count how many positions it has
   * @param ownedBefore the value of {@link #ownedEnd} before the claim was made
   * @return whether its positions may be used. If false, too many claims were answered meanwhile,
   *     so that an overlap with one of them cannot be excluded, and the claim is burned
   * @throws StoreRewoundException if the line's position was below the end of an earlier claim, or
   *     this claim overlaps another
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

  /** The end of a kept range that overlaps the given positions; 0 if none does. */
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
