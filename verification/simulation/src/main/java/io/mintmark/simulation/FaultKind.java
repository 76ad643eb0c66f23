package io.mintmark.simulation;

import java.util.SplittableRandom;
import java.util.stream.Stream;

/** The kinds of faults, and how often each is planned relative to the others. */
enum FaultKind {
  /** A process ends at once, and starts again later. */
  CRASH(6, false),
  /** A process closes its Mintmark properly, ends, and starts again. Planned only in some runs. */
  CLOSE(0, false),
  /** A process stops for a while, with all its threads. */
  PAUSE(6, false),
  /** A process stops at the next reading of its clock in a claim. */
  PAUSE_AT_CLOCK(6, false),
  /**
   * A process runs out of memory when it next reads its clock in a claim, or sets a timer. Planned
   * only in some runs.
   */
  NO_MEMORY(0, false),
  /** No request of a host reaches the store for a while. */
  CUT_THERE(3, true),
  /** No reply reaches a host for a while. */
  CUT_BACK(3, true),
  /** A host's clock steps. */
  CLOCK_STEP(8, true),
  /** A host's clock stops for a while. */
  CLOCK_FREEZE(2, true),
  /** A host's clock runs too fast or too slow for a while. */
  CLOCK_DRIFT(2, true),
  /** A host's clock is set to the right time. */
  CLOCK_RIGHT(4, false),
  /** A host cannot start a thread for claims for a while. */
  OUT_OF_THREADS(2, true),
  /** A call from a host to the engine meets a {@link CallFault}. */
  CALL(40, false),
  /** A host receives many calls at once. */
  BURST(6, false),
  /** Threads that wait for ids are interrupted. Planned only if some callers wait. */
  INTERRUPT(0, false),
  /** The engine does not answer for a while. */
  STORE_DOWN(1, true),
  /** The engine refuses writes for a while. */
  STORE_FULL(1, true),
  /** All requests and replies are slower for a while. */
  STORE_SLOW(2, true),
  /**
   * The engine's clock steps, by at most the difference that the clocks of two servers may have.
   */
  STORE_CLOCK_STEP(1, false),
  /** The engine restarts. An engine that can forget loses its last writes. */
  STORE_FAILOVER(2, false),
  /** A backup is taken. */
  BACKUP(1, false),
  /**
   * All processes end, the last backup is restored, the positions of all lines are raised, and all
   * processes start again.
   */
  RESTORE(1, true),
  /** The last backup is restored while processes run. Planned only in some runs. */
  REWIND(0, true),
  /**
   * The engine restarts without any line, or without the lines of worker numbers, or without the
   * lines of fingerprints, which are hashes of settings. Planned only in some runs.
   */
  STORE_LOSS(0, true),
  /** Every process is suspended for a snapshot, and continues. */
  SNAPSHOT(1, false),
  /** The lines begin to be moved to another store. Planned only in some runs. */
  MOVE(0, true);

  private static final int SUM =
      Stream.of(values()).mapToInt(kind -> kind.weight).sum();

  private final int weight;

  /**
   * Whether the fault always has an effect. Most other kinds have an effect only if a process is
   * running. A burst of calls and a backup do not count as faults.
   */
  final boolean alwaysCounts;

  FaultKind(int weight, boolean alwaysCounts) {
    this.weight = weight;
    this.alwaysCounts = alwaysCounts;
  }

  /** Whether it affects the engine or all processes, and not one host. */
  boolean isOfStore() {
    return compareTo(STORE_DOWN) >= 0;
  }

  /** Draws a kind by the weights. */
  static FaultKind draw(SplittableRandom random) {
    int left = random.nextInt(SUM);
    for (FaultKind kind : values()) {
      left -= kind.weight;
      if (left < 0) {
        return kind;
      }
    }
    throw new IllegalStateException("no fault was chosen");
  }
}
