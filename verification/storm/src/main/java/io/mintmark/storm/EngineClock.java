package io.mintmark.storm;

import io.mintmark.rigs.ProcessClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The wall clock of an engine. libfaketime steps it while the engine runs, and sets it right after
 * some seconds. Without libfaketime it is always right.
 */
final class EngineClock {

  private static final long LASTS_MS = 6_000;

  private final @Nullable ProcessClock clock;

  /**
   * Makes a clock that is right at first.
   *
   * @param offset a file for this clock alone, in an existing directory
   */
  EngineClock(Path offset) {
    clock = ProcessClock.canBeStepped() ? ProcessClock.at(offset) : null;
  }

  /** Prepares a process that is not started yet. */
  void preload(ProcessBuilder process) {
    if (clock != null) {
      clock.preload(process);
    }
  }

  /** Steps the clock permanently. */
  void set(Duration fromRight) {
    if (clock != null) {
      clock.step(fromRight);
    }
  }

  /**
   * Returns its faults. A window is the time that a process has claimed on a worker number. On an
   * engine that can forget claims, only the engine's clock ensures that windows do not overlap. So
   * the promise holds there only if the clock goes back by at most 5 s, and a step of ten minutes
   * is outside the promise. On other engines no step leads to a repeated id: while the clock is far
   * back, each claim of a window is refused.
   */
  List<Fault> faults(boolean canForget) {
    List<Fault> all = new ArrayList<>();
    if (clock != null) {
      all.add(fault(clock, "4 s back", Duration.ofSeconds(-4)));
      if (!canForget) {
        all.add(fault(clock, "10 minutes back", Duration.ofMinutes(-10)));
        all.add(fault(clock, "10 minutes ahead", Duration.ofMinutes(10)));
      }
    }
    return all;
  }

  private static Fault fault(ProcessClock clock, String name, Duration step) {
    return new Fault(
        "engine's clock " + name,
        () -> clock.step(step),
        () -> clock.step(Duration.ZERO),
        LASTS_MS);
  }
}
