package io.mintmark.faults;

import io.mintmark.faults.Site.Fault;
import io.mintmark.rigs.ProcessClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The wall clock of an engine, which steps while the engine runs, and is right again after some
 * seconds. By libfaketime; where there is none it is right all the time.
 */
final class SiteClock {

  /**
   * What an engine's clock does to generators rests on how far a process's clock may be ahead of
   * it, which is 5 s: within that nothing is refused.
   */
  private static final Step LITTLE_BACK = new Step("4 s back", Duration.ofSeconds(-4));

  /** Every claim in time is refused, as each process is ahead, until the clock is right. */
  private static final Step FAR_BACK = new Step("10 minutes back", Duration.ofMinutes(-10));

  /** No claim is refused, also none of a process whose own clock is ahead. */
  private static final Step FAR_AHEAD = new Step("10 minutes ahead", Duration.ofMinutes(10));

  private static final long LASTS_MS = 6_000;

  private final @Nullable ProcessClock clock;

  /**
   * Makes one, right at first.
   *
   * @param offset a file of this clock alone, in a directory that is there
   */
  SiteClock(Path offset) {
    clock = ProcessClock.canBeStepped() ? ProcessClock.at(offset) : null;
  }

  /** A step, by the name that it has in the report. */
  private record Step(String name, Duration fromRight) {}

  /** Has a process use it that is not yet started. */
  void preload(ProcessBuilder process) {
    if (clock != null) {
      clock.preload(process);
    }
  }

  /** Puts it so far from the right time, for good. */
  void set(Duration fromRight) {
    if (clock != null) {
      clock.step(fromRight);
    }
  }

  /**
   * What can befall it. Where claims can be lost, windows are kept apart by the engine's clock, and
   * the promise is for clocks of which a later reading is lower by 5 s at most: a further step is
   * no fault that ids have to survive, and it is one too when a clock that was ahead is put right.
   * Where none is lost, no step leads to a repeat; nor does one do lasting harm, as the processes'
   * own clocks are ahead by far less than the minute that generators make up for.
   *
   * @param canForget whether the engine can lose what it acknowledged
   */
  List<Fault> faults(boolean canForget) {
    ProcessClock stepped = clock;
    if (stepped == null) {
      return List.of();
    }
    List<Step> steps = canForget ? List.of(LITTLE_BACK) : List.of(LITTLE_BACK, FAR_BACK, FAR_AHEAD);
    return steps.stream()
        .map(step -> new Fault(
            "engine's clock " + step.name,
            () -> stepped.step(step.fromRight),
            () -> stepped.step(Duration.ZERO),
            LASTS_MS))
        .toList();
  }
}
