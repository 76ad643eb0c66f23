package io.mintmark.faults;

import java.util.concurrent.TimeUnit;

/**
 * The longest of the calls of some threads since somebody last asked: of those that ended since,
 * and those that have not ended yet, so that a call that never ends shows too. What their process
 * lost meanwhile does not count.
 */
final class LongestCall {

  /** What each thread's call began with, if it has one; guarded by this, as all is. */
  private final Start[] calls;

  private long startNanos;
  private long lastedNanos;

  LongestCall(int threads) {
    this.calls = new Start[threads];
    for (int thread = 0; thread < threads; thread++) {
      calls[thread] = new Start();
    }
  }

  /** Is used again and again, so that a call takes no memory where there is none. */
  private static final class Start {

    private boolean isUnderWay;
    private long nanos;
    private long lostNanos;
  }

  /**
   * A call begins.
   *
   * @param nanos now
   * @param lostNanos what the process has lost up to now
   */
  synchronized void begins(int thread, long nanos, long lostNanos) {
    Start call = calls[thread];
    call.isUnderWay = true;
    call.nanos = nanos;
    call.lostNanos = lostNanos;
  }

  /** It ends; the parameters are those of its beginning, but now. */
  synchronized void ends(int thread, long nanos, long lostNanos) {
    calls[thread].isUnderWay = false;
    lasted(calls[thread], nanos, lostNanos);
  }

  /** Tells when it began, by {@link System#nanoTime}, and how many ms it lasted. */
  synchronized String take(long nanos, long lostNanos) {
    for (Start call : calls) {
      if (call.isUnderWay) {
        lasted(call, nanos, lostNanos);
      }
    }
    String longest = startNanos + " " + TimeUnit.NANOSECONDS.toMillis(lastedNanos);
    startNanos = nanos;
    lastedNanos = 0;
    return longest;
  }

  private void lasted(Start call, long nanos, long lostNanos) {
    long lasted = nanos - call.nanos - (lostNanos - call.lostNanos);
    if (lasted > lastedNanos) {
      startNanos = call.nanos;
      lastedNanos = lasted;
    }
  }
}
