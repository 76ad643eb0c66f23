package io.mintmark.objectid;

import io.mintmark.line.Pace;
import io.mintmark.line.Surroundings;
import io.mintmark.line.Ticked;
import io.mintmark.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;

/** A generator in full swing on a clock moved by hand, with one value left of its random. */
final class FastGenerator {

  /** So many ids within a millisecond, and the clock's thread is asked for. */
  private static final int BURST = 16;

  private final ManualTime time;
  private volatile Ticked coarseClock = () -> false;
  private final ObjectIdGenerator generator;

  FastGenerator(Instant start) {
    time = new ManualTime(start);
    Surroundings surroundings = new Surroundings(
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
        BURST);
    generator = new ObjectIdGenerator("race", surroundings, pace, BURST + 1);
    for (int i = 0; i < BURST; i++) {
      generator.next();
    }
  }

  ObjectId next() {
    return generator.next();
  }

  /** What the clock's thread does, after the wall clock has been set. */
  void tickAt(Instant now) {
    time.setWall(now);
    if (!coarseClock.tick()) {
      throw new IllegalStateException("a generator in full swing wants more ticks: now=" + now);
    }
  }
}
