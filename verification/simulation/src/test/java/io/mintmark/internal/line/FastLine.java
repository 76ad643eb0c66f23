package io.mintmark.internal.line;

import io.mintmark.generator.IdOrder;
import io.mintmark.generator.OnClockBehind;
import io.mintmark.internal.line.LocalLines.IdForm;
import io.mintmark.internal.line.RangeSource.Claimed;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;

/**
 * A line of one worker number that uses the clock's thread, with a manual clock. Its windows have
 * two ticks.
 */
final class FastLine {

  private static final int NUMBER_BITS = 5;
  private static final int WORKER_BITS = 2;
  private static final long WORKER = 1;
  private static final long WINDOW_TICKS = 2;
  private static final TickRules RULES = new TickRules(
      TickScale.of(0, 1), 1L << NUMBER_BITS, 1L << 40, 1_000, 60_000, OnClockBehind.REFUSE);

  /**
   * A long timeout: a thread that waits for the end of a suspension advances this clock, possibly
   * very often.
   */
  private static final Duration TIMEOUT = Duration.ofDays(300);

  /** After this many ids within a millisecond, the line requests the clock's thread. */
  private static final int FAST_CALLS = 16;

  private final ManualTime time = new ManualTime(Instant.ofEpochSecond(3_600));
  private volatile ClockListener coarseClock = () -> false;
  private final LocalLine line;

  FastLine() {
    this(IdOrder.GENERATOR);
  }

  FastLine(IdOrder order) {
    Context context = new Context(
        time.wall(), time.elapsed(), true, Runnable::run, TIMEOUT, SplittableRandom::new);
    line = new LocalLine(
        "race",
        new IdForm(
            new PositionCode((1L << NUMBER_BITS) - 1, WORKER_BITS, NUMBER_BITS), () -> 0, order),
        windows(new MemoryStore(time.wall())),
        RULES,
        context,
        new Pace(
            ticked -> {
              coarseClock = ticked;
              return true;
            },
            FAST_CALLS,
            FAST_CALLS));
    for (int i = 0; i < FAST_CALLS; i++) {
      line.next();
    }
  }

  private static RangeSource windows(LineStore store) {
    return request -> {
      long next = Math.max(store.position("worker/1"), request.floor());
      long windowEnd = (request.floor() / RULES.capacity() + WINDOW_TICKS) * RULES.capacity();
      long count = Math.max(request.wanted(), Math.max(windowEnd - next, 1));
      long start = store.claim("worker/1", request.floor(), count);
      return new Claimed(WORKER, start, start + count, count / 2);
    };
  }

  long next() {
    return line.next();
  }

  long[] next(int count) {
    return LineBatches.next(line, count);
  }

  /** Does what the clock's thread does after the given time. */
  void tickAfter(Duration passed) {
    time.advance(passed);
    tick();
  }

  /** Does what the clock's thread does after the wall clock has stepped back. */
  void tickAfterStepBack(Duration step) {
    time.stepWall(step.negated());
    tick();
  }

  /** Does what a snapshot does. Positions that were claimed before it must not be used after it. */
  void suspendAndResume() {
    line.suspend();
    line.resume();
  }

  private void tick() {
    if (!coarseClock.clockTurned()) {
      throw new IllegalStateException("a line in full swing wants more ticks");
    }
  }
}
