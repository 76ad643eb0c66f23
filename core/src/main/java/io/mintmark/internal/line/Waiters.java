package io.mintmark.internal.line;

import org.jspecify.annotations.Nullable;

/**
 * Callers that wait for positions to be claimed, in the order in which they came. Guarded by the
 * local line's monitor. What they are handed allocates no place in this list, and neither does
 * joining or leaving it.
 */
final class Waiters {

  /** Positions of a range that belong to one caller. */
  record Run(ClaimedRange range, long start, long count) {

    /** How many of them lie below a limit. */
    long usable(long limit) {
      return limit > start ? Math.min(count, limit - start) : 0;
    }
  }

  /** One caller. */
  static final class Waiter {
    final long want;
    final boolean whole;
    final Thread thread = Thread.currentThread();
    private @Nullable Run handed;
    private @Nullable Waiter before;
    private @Nullable Waiter after;
    private boolean waiting;

    Waiter(long want, boolean whole) {
      this.want = want;
      this.whole = whole;
    }

    boolean isWaiting() {
      return waiting;
    }

    /** Whether it was handed what it has not taken yet. */
    boolean isServed() {
      return handed != null;
    }

    /** How many it needs to be of use. */
    long need() {
      return whole ? want : 1;
    }

    /** Returns what it was handed, once. */
    @Nullable
    Run take() {
      Run run = handed;
      handed = null;
      return run;
    }
  }

  private @Nullable Waiter first;
  private @Nullable Waiter last;
  private long wanted;

  /** How many positions all of them could use; less where that is more than there can be. */
  long wanted() {
    return wanted;
  }

  @Nullable
  Waiter first() {
    return first;
  }

  static @Nullable Waiter after(Waiter waiter) {
    return waiter.after;
  }

  /** Puts a caller at the end, unless it waits already. */
  void add(Waiter waiter) {
    if (waiter.waiting) {
      return;
    }
    waiter.waiting = true;
    waiter.before = last;
    if (last == null) {
      first = waiter;
    } else {
      last.after = waiter;
    }
    last = waiter;
    wanted += waiter.want;
  }

  /** Lets a caller go, with what it needs. */
  void hand(Waiter waiter, Run run) {
    waiter.handed = run;
    remove(waiter);
  }

  /** Lets a caller go, if it still waits. */
  void remove(Waiter waiter) {
    if (!waiter.waiting) {
      return;
    }
    waiter.waiting = false;
    Waiter before = waiter.before;
    Waiter after = waiter.after;
    if (before == null) {
      first = after;
    } else {
      before.after = after;
    }
    if (after == null) {
      last = before;
    } else {
      after.before = before;
    }
    waiter.before = null;
    waiter.after = null;
    wanted -= waiter.want;
  }
}
