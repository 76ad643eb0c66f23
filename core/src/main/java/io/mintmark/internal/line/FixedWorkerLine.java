package io.mintmark.internal.line;

import io.mintmark.error.ClockBehindException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.Message;
import io.mintmark.store.ClaimStore;

/**
 * Claims windows on the line of one worker number that the configuration gives to this process
 * alone.
 *
 * @param store where the line is
 * @param line its name
 * @param worker the number
 * @param rules how time becomes positions
 * @param windowTicks how many ticks from now a window reaches
 */
record FixedWorkerLine(
    ClaimStore store, String line, long worker, TickRules rules, long windowTicks)
    implements RangeSource {

  private static final int STEPS_AHEAD = 64;

  @Override
  public Claimed claim(ClaimRequest request) {
    long floor = request.floor();
    long next = Math.max(store.position(line), floor);
    long aheadMs = rules.timeMs(next) - request.wallMs();
    if (!request.unexpired() && aheadMs > rules.clockToleranceMs()) {
      throw new ClockBehindException(Message.of(
          "clock is behind what this worker has claimed: behindMs={} > clockToleranceMs={},"
              + " worker={}; no id issued",
          aheadMs,
          rules.clockToleranceMs(),
          worker));
    }
    long window = windowTicks * rules.capacity();
    long wanted =
        Math.max(request.wanted(), floor / rules.capacity() * rules.capacity() + window - next);
    // After a restart the line is ahead already: small steps, or restarts would pile up windows.
    long count = Math.min(Math.max(wanted, window / STEPS_AHEAD), rules.end() - next);
    if (count <= 0) {
      throw new ExhaustedException(Message.of(
          "the time bits have run out: timeEnds={}, worker={}; no id issued",
          rules.ends(),
          worker));
    }
    long start = store.claim(line, floor, count);
    return new Claimed(worker, start, start + count, Math.min(window, count) / 2);
  }
}
