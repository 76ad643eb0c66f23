package io.mintmark.simulation;

import java.util.SplittableRandom;
import java.util.stream.Stream;

/** The kinds of faults, and how often each is planned beside the others. */
enum FaultKind {
  /** A process ends at once, and starts again after a while. */
  CRASH(6, false),
  /** A process closes its Mintmark in order, ends, and starts again; planned in some runs only. */
  CLOSE(0, false),
  /** A process stops for a while, with all its threads. */
  PAUSE(6, false),
  /** A process stops at the next reading of its clock in a claim. */
  PAUSE_AT_CLOCK(6, false),
  /**
   * A process has no memory when it next reads its clock in a claim, or sets a timer; planned in
   * some runs only.
   */
  NO_MEMORY(0, false),
  /** No request of a host arrives for a while. */
  CUT_THERE(3, true),
  /** No answer comes back to a host for a while. */
  CUT_BACK(3, true),
  /** A host's clock steps. */
  CLOCK_STEP(8, true),
  /** A host's clock stops for a while. */
  CLOCK_FREEZE(2, true),
  /** A host's clock runs too fast or too slowly for a while. */
  CLOCK_DRIFT(2, true),
  /** A host's clock is set right. */
  CLOCK_RIGHT(4, false),
  /** A host has no thread to claim in for a while. */
  OUT_OF_THREADS(2, true),
  /** A call of a host to the engine meets a {@link CallFault}. */
  CALL(40, false),
  /** Many calls come to a host at once. */
  BURST(6, false),
  /** Threads that wait for ids are interrupted; planned only if some wait. */
  INTERRUPT(0, false),
  /** The engine answers nobody for a while. */
  STORE_DOWN(1, true),
  /** The engine takes no writes for a while. */
  STORE_FULL(1, true),
  /** All requests and answers take longer for a while. */
  STORE_SLOW(2, true),
  /** The engine's clock steps, within what another server's may differ by. */
  STORE_CLOCK_STEP(1, false),
  /** The engine comes up anew; one that can forget lacks its last writes. */
  STORE_FAILOVER(2, false),
  /** A backup is taken. */
  BACKUP(1, false),
  /** All processes end, the last backup is restored, lines are raised, and all start again. */
  RESTORE(1, true),
  /** The last backup is restored under running processes; planned in some runs only. */
  REWIND(0, true),
  /**
   * The engine comes up anew without any line, or those of worker numbers, or of fingerprints;
   * planned in some runs only.
   */
  STORE_LOSS(0, true),
  /** Every process is suspended for a snapshot, and goes on. */
  SNAPSHOT(1, false),
  /** The lines begin to be moved to another store; planned in some runs only. */
  MOVE(0, true);

  private static final int SUM =
      Stream.of(values()).mapToInt(kind -> kind.weight).sum();

  private final int weight;

  /**
   * Whether it is a fault that always has an effect. Most others have one only if they find a
   * process; many calls and a backup are none.
   */
  final boolean alwaysCounts;

  FaultKind(int weight, boolean alwaysCounts) {
    this.weight = weight;
    this.alwaysCounts = alwaysCounts;
  }

  /** Whether it is one of the engine or of all processes, and not of one host. */
  boolean isOfStore() {
    return compareTo(STORE_DOWN) >= 0;
  }

  /** Draws one by the weights. */
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
