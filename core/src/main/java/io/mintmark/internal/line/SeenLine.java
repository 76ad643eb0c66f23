package io.mintmark.internal.line;

import io.mintmark.error.StoreRewoundException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.LineStore;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Remembers the last known position of a line (a durable counter in the store) that other processes
 * also move, and the claims of this process on it. Detects that the store has forgotten claims.
 * Thread-safe.
 *
 * <p><b>If two claims of this process overlap</b>, the store has forgotten one of them. This is
 * true whichever of the two was answered first. This object keeps at most {@value #MOST_KEPT}
 * claimed ranges, and drops the lowest one if there are more. A new claim is compared with the
 * claims that were answered before it:
 *
 * <ul>
 *   <li>Claims that were answered before the new claim began end at {@link #ownedEnd} or below, so
 *       the new claim must start there or above.
 *   <li>The ranges of claims that were answered after the new claim began were kept, and some of
 *       them may have been dropped since. The new claim must not overlap a kept range. If it starts
 *       below the end of a dropped range, it may overlap that range, which cannot be checked. So
 *       none of its positions is used.
 * </ul>
 */
final class SeenLine {

  /**
   * The largest number of kept ranges. It is usually more than the number of claims that are
   * answered while another claim of this process is in flight.
   */
  private static final int MOST_KEPT = 64;

  private final LineStore store;
  private final String name;
  private final Context context;

  /**
   * The highest end of the claims that this object, and earlier generators on this line, have made.
   */
  private final AtomicLong owned;

  /** The first refusal after the store has forgotten claims; null before that. */
  private volatile @Nullable StoreRewoundException rewound;

  /**
   * The position of the line that was last seen. It is never above the true position; -1 if none
   * was seen.
   */
  private final AtomicLong seen = new AtomicLong(-1);

  /**
   * The highest ranges that were claimed here: their starts, mapped to their ends. Adjacent ranges
   * are merged, and then count as one. The lock of this object guards this field.
   */
  private final NavigableMap<Long, Long> kept = new TreeMap<>();

  /** The highest end of the dropped ranges. The lock of this object guards this field. */
  private long dropped;

  SeenLine(LineStore store, String name, Context context) {
    this.store = store;
    this.name = name;
    this.context = context;
    this.owned = context.ends().of(name);
  }

  /** Returns the position of the line that was last seen; -1 if none was seen. */
  long seen() {
    return seen.get();
  }

  /** Returns the position of the line that was last seen. Reads it now if none was seen. */
  long lastSeen() {
    long last = seen.get();
    return last >= 0 ? last : read();
  }

  /**
   * Reads the line's position and remembers it. If the caller then gives up because its own
   * deadline has passed, later calls can still use the position.
   */
  long read() {
    long next = store.position(name);
    seen.set(next);
    return next;
  }

  /**
   * Returns the end of the positions that were claimed here. A caller must call this before it
   * sends a claim. While the claim is in flight, another claim may be answered and raise the end.
   * The claim may then rightly start below the raised end.
   *
   * @throws StoreRewoundException if the store has forgotten claims: the exception of the first
   *     refusal; the caller must not send a claim
   */
  long ownedEnd() {
    refuseRewound();
    return owned.get();
  }

  private void refuseRewound() {
    StoreRewoundException first = rewound;
    if (first != null) {
      throw first;
    }
  }

  /**
   * Claims the next positions. Claims again if the claimed positions are burned (never used).
   *
   * @param deadline when to give up, in elapsed time
   * @return the first position
   */
  long claim(long atLeast, long count, long deadline) {
    while (true) {
      long before = ownedEnd();
      long start = store.claim(name, atLeast, count);
      if (claimed(start, start, count, before)) {
        return start;
      }
      checkTime(deadline);
    }
  }

  /**
   * Claims positions with a compareAndSet that expects the position that was last seen, until one
   * succeeds.
   *
   * @param startOf returns the first position to claim, given the line's position, or throws an
   *     exception if none can be claimed
   * @param deadline when to give up, in elapsed time
   * @return the first position
   */
  long move(LongUnaryOperator startOf, long count, long deadline) {
    for (long next = lastSeen(); ; next = read()) {
      long start = startOf.applyAsLong(next);
      checkTime(deadline);
      long before = ownedEnd();
      if (store.compareAndSet(name, next, start + count) && claimed(start, next, count, before)) {
        return start;
      }
      checkTime(deadline);
    }
  }

  /**
   * Throws if the deadline has passed, so that no further attempt is made.
   *
   * @throws StoreUnavailableException if the deadline has passed
   */
  void checkTime(long deadline) {
    if (deadline - context.elapsed().nanos() <= 0) {
      throw context.outOfTime("line=" + name, null);
    }
  }

  /**
   * Records a claim. If the store has forgotten an earlier claim, this claim and every later one is
   * refused.
   *
   * @param start the first claimed position
   * @param stood the line's position before the claim
   * @param count the number of claimed positions
   * @param ownedBefore the value of {@link #ownedEnd} before the claim was sent
   * @return whether the claimed positions may be used. If false, so many claims were answered
   *     meanwhile that an overlap with one of them cannot be excluded, and the positions are burned
   * @throws StoreRewoundException if the line's position was below the end of an earlier claim, or
   *     this claim overlaps another
   */
  synchronized boolean claimed(long start, long stood, long count, long ownedBefore) {
    refuseRewound();
    long end = start + count;
    Map.Entry<Long, Long> before = kept.lowerEntry(end);
    long keptEnd = before == null ? 0 : before.getValue();
    try {
      LineEnds.check(name, stood, Math.max(ownedBefore, keptEnd));
    } catch (StoreRewoundException e) {
      rewound = e;
      throw e;
    }
    boolean known = stood >= dropped;
    LineEnds.raise(owned, end);
    seen.accumulateAndGet(end, Math::max);
    // The range that follows is removed last, because an exhausted memory may end each step.
    kept.put(
        before != null && keptEnd == stood ? before.getKey() : stood, kept.getOrDefault(end, end));
    kept.remove(end);
    if (kept.size() > MOST_KEPT) {
      dropped = Math.max(dropped, kept.pollFirstEntry().getValue());
    }
    return known;
  }
}
