package io.mintmark.objectid;

import io.mintmark.internal.line.ClockListener;
import io.mintmark.internal.line.Context;
import io.mintmark.internal.line.Pace;
import io.mintmark.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;

/**
 * A generator that uses the clock's thread, on a manual clock. One number of its random value is
 * left.
 */
final class FastGenerator {

  /**
   * The generator requests the clock's thread after this many ids within a millisecond. It leaves
   * the thread after turns with less than a quarter of this many ids, rounded down. Below 4, it
   * never leaves, whatever the order of turns and ids is.
   */
  private static final int BURST = 3;

  private final ManualTime time;
  private volatile ClockListener coarseClock = () -> false;
  private final ProcessObjectIds generator;

  FastGenerator(Instant start) {
    time = new ManualTime(start);
    Context context = new Context(
        time.wall(),
        time.elapsed(),
        true,
        Runnable::run,
        Duration.ofSeconds(1),
        SplittableRandom::new);
    Pace pace = new Pace(
        ticked -> {
          coarseClock = ticked;
          return true;
        },
        BURST,
        BURST);
    generator = new ProcessObjectIds("race", context, pace, BURST + 1);
    for (int i = 0; i < BURST; i++) {
      generator.next();
    }
  }

  ObjectId next() {
    return generator.next();
  }

  /** Does what the clock's thread does after the wall clock has been set. */
  void tickAt(Instant now) {
    time.setWall(now);
    if (!coarseClock.clockTurned()) {
      throw new IllegalStateException("a generator in full swing wants more ticks: now=" + now);
    }
  }

  /** Does the same after a long step back. The generator may leave the clock's thread then. */
  void stepBackTo(Instant now) {
    time.setWall(now);
    boolean unusedStays = coarseClock.clockTurned();
  }
}
