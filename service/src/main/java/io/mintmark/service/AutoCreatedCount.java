package io.mintmark.service;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * The number of auto-created names. A name counts from after it is put among the generators until
 * before it is removed: so calls at the same moment may exceed the bound a little, but none is
 * refused below it. Thread-safe.
 */
final class AutoCreatedCount {

  private static final Logger LOG = System.getLogger(AutoCreatedCount.class.getName());

  private final AtomicInteger count = new AtomicInteger();
  private final AtomicLong madeByForgotten = new AtomicLong();

  /** Since the log was told last. */
  private final LongAdder opened = new LongAdder();

  private final LongAdder forgotten = new LongAdder();

  /** How many there are, without those forgotten. */
  int count() {
    return Math.max(0, count.get());
  }

  /** How many ids those have made that are forgotten. */
  long madeByForgotten() {
    return madeByForgotten.get();
  }

  /** Counts one more. */
  void created() {
    count.incrementAndGet();
    opened.increment();
  }

  /** Counts a name that was auto-created or not, and now is or is not. */
  void changed(boolean before, boolean now) {
    if (before != now) {
      count.addAndGet(now ? 1 : -1);
    }
  }

  /** Notes what a name has made that counts no more. */
  void forgotten(long made) {
    madeByForgotten.addAndGet(made);
    forgotten.increment();
  }

  /** One line for all since the last: clients make names come and go as fast as they like. */
  void tell() {
    long came = opened.sumThenReset();
    long went = forgotten.sumThenReset();
    if (came > 0 || went > 0) {
      LOG.log(
          Level.INFO,
          "names were auto-created, or forgotten when idle: created={0}, forgotten={1}, now={2}",
          Long.toString(came),
          Long.toString(went),
          Integer.toString(count()));
    }
  }
}
