package io.mintmark.service;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * The number of auto-created names. A name is counted after it was added to the generators, and its
 * count is taken back before it is removed. So concurrent calls may exceed the bound a little, but
 * no call is refused while the number of names is below the bound. Thread-safe.
 */
final class AutoCreatedCount {

  private static final Logger LOG = System.getLogger(AutoCreatedCount.class.getName());

  private final AtomicInteger count = new AtomicInteger();
  private final AtomicLong madeByForgotten = new AtomicLong();

  /** The number of names that were opened since the last log line about them. */
  private final LongAdder opened = new LongAdder();

  private final LongAdder forgotten = new LongAdder();

  /** Returns the number of auto-created names. Forgotten names are not counted. */
  int count() {
    return Math.max(0, count.get());
  }

  /** Returns the number of ids that forgotten names have made. */
  long madeByForgotten() {
    return madeByForgotten.get();
  }

  /** Counts one more name. */
  void created() {
    count.incrementAndGet();
    opened.increment();
  }

  /** Adds to the count when names cease to be auto-created, or are auto-created after all. */
  void add(int names) {
    count.addAndGet(names);
  }

  /** Adds the ids that a name made before it was forgotten. */
  void forgotten(long made) {
    madeByForgotten.addAndGet(made);
    forgotten.increment();
  }

  /**
   * Logs one line for all changes since the last line, because clients can use and abandon names at
   * any rate.
   */
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
