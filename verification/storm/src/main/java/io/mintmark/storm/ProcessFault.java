package io.mintmark.storm;

import io.mintmark.storm.Fault.Action;
import java.time.Duration;

/** The faults of a process that makes ids. */
enum ProcessFault {
  HEAP_USED_UP(2_000, 0),
  THREADS_INTERRUPTED(2_000, 0),
  NO_FURTHER_THREAD(6_000, 0),

  /** Longer than its window, so that another process takes its worker numbers. */
  PAUSED(7_000, 0),

  KILLED(1_000, 0),
  CLOCK_2_S_BACK(4_000, -2_000),
  CLOCK_30_S_BACK(4_000, -30_000),

  /** More than the tolerance, so that it takes other worker numbers. */
  CLOCK_2_MINUTES_BACK(4_000, -120_000),

  CLOCK_1_HOUR_BACK(4_000, -3_600_000),
  CLOCK_2_S_AHEAD(4_000, 2_000),

  /** More than a claim may be ahead of a store's clock. */
  CLOCK_30_S_AHEAD(4_000, 30_000),

  CLOCK_2_MINUTES_AHEAD(4_000, 120_000),
  CLOCK_1_HOUR_AHEAD(4_000, 3_600_000),
  REQUESTS_20_MS_LATE(6_000, 20),
  REQUESTS_500_MS_LATE(6_000, 500),
  ANSWERS_20_MS_LATE(6_000, 20),
  ANSWERS_500_MS_LATE(6_000, 500),

  /** As if the requests were lost and sent again: nothing arrives before the fault ends. */
  REQUESTS_HELD_BACK(6_000, 6_000),

  ANSWERS_HELD_BACK(6_000, 6_000);

  private final long lastsMs;
  private final Duration change;

  ProcessFault(long lastsMs, long changeMs) {
    this.lastsMs = lastsMs;
    this.change = Duration.ofMillis(changeMs);
  }

  /** Its longest duration. */
  long lastsMs() {
    return lastsMs;
  }

  private boolean isOfNetwork() {
    return compareTo(REQUESTS_20_MS_LATE) >= 0;
  }

  /** Whether a process was started in such a way that it can have the fault. */
  boolean isPossibleIn(LoadProcess process) {
    return (this != NO_FURTHER_THREAD || Programs.canLimitThreads())
        && (!name().startsWith("CLOCK") || process.hasClock());
  }

  /**
   * Returns the fault of a process.
   *
   * @param seed the seed of its random choices
   * @param replace starts another process instead of a killed one
   */
  Fault of(LoadProcess process, long ms, long seed, Action replace) {
    boolean requests = name().startsWith("REQUESTS");
    return switch (this) {
      case HEAP_USED_UP -> starving(process, () -> process.useUpHeap(ms), () -> {});
      case THREADS_INTERRUPTED -> fault(() -> process.interruptThreads(ms, seed), () -> {});
      case NO_FURTHER_THREAD -> starving(process, process::refuseThreads, process::grantThreads);
      case PAUSED -> starving(process, process::pause, process::resume);
      case KILLED -> fault(process::close, replace);
      default ->
        isOfNetwork()
            ? fault(
                () -> process.slowNetwork(requests, change),
                () -> process.slowNetwork(requests, Duration.ZERO))
            : fault(() -> process.stepClock(change), () -> process.stepClock(Duration.ZERO));
    };
  }

  private Fault fault(Action begin, Action end) {
    return new Fault(name(), begin, end, lastsMs);
  }

  /** The process cannot run, or lacks memory or threads, so calls may exceed their timeout. */
  private Fault starving(LoadProcess process, Action begin, Action end) {
    return fault(
        () -> {
          process.starve();
          begin.run();
        },
        end);
  }
}
