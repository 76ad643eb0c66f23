package io.mintmark.faults;

import java.util.concurrent.TimeUnit;

/** The last time in which a process could not do as it should: it may begin again. */
final class Starvation {

  private boolean was;
  private boolean is;
  private long sinceNanos;
  private long untilNanos;

  void begin(long nanos) {
    was = true;
    is = true;
    sinceNanos = nanos;
  }

  void end(long nanos) {
    if (is) {
      is = false;
      untilNanos = nanos;
    }
  }

  /** Whether a call was under way then. */
  boolean touches(long startNanos, long lastedMs) {
    long endNanos = startNanos + TimeUnit.MILLISECONDS.toNanos(lastedMs);
    return was && endNanos - sinceNanos >= 0 && (is || startNanos - untilNanos <= 0);
  }
}
