package io.mintmark.simulation;

import java.util.SplittableRandom;

/** What can befall the world, and how often it is planned beside the others. */
enum FaultKind {
  /** A process ends at once, and starts again after a while. */
  CRASH(6),
  /**
   * A process closes its Mintmark in order, ends, and starts again; planned only in some worlds.
   */
  CLOSE(0),
  /** A process stands still for a while, with all its threads. */
  PAUSE(6),
  /** A process stands still at the next reading of its clock in a claim. */
  PAUSE_AT_CLOCK(6),
  /**
   * A process has no memory as it next reads its clock in a claim, or sets a timer; planned only in
   * some worlds.
   */
  NO_MEMORY(0),
  /** No request of a host arrives for a while. */
  CUT_THERE(3),
  /** No answer comes back to a host for a while. */
  CUT_BACK(3),
  /** A host's clock steps. */
  CLOCK_STEP(8),
  /** A host's clock stands still for a while. */
  CLOCK_FREEZE(2),
  /** A host's clock runs too fast or too slowly for a while. */
  CLOCK_DRIFT(2),
  /** A host's clock is set right. */
  CLOCK_RIGHT(4),
  /** A host has no thread to claim in for a while. */
  OUT_OF_THREADS(2),
  /** Something befalls one call of a host's. */
  CALL(40),
  /** Many calls come to a host at once. */
  BURST(6),
  /** Threads that wait for ids are interrupted; planned only where some wait. */
  INTERRUPT(0),
  /** The engine answers nobody for a while. */
  STORE_DOWN(1),
  /** The engine takes no writes for a while. */
  STORE_FULL(1),
  /** All that travels to the engine and back takes longer for a while. */
  STORE_SLOW(2),
  /** The engine's clock steps, within what another server's may differ by. */
  STORE_CLOCK_STEP(1),
  /** The engine comes up anew; one that can forget lacks its last writes. */
  STORE_FAILOVER(2),
  /** A backup is taken. */
  BACKUP(1),
  /** All processes end, the last backup is restored, lines are raised, and all start again. */
  RESTORE(1),
  /**
   * The last backup is restored while processes run, and nobody raises lines; planned only in some
   * worlds.
   */
  REWIND(0),
  /** Every process is suspended for a snapshot, and goes on. */
  SNAPSHOT(1),
  /** The lines begin to be moved to another store; planned only in some worlds. */
  MOVE(0);

  private static final int SUM = sum();

  private final int weight;

  FaultKind(int weight) {
    this.weight = weight;
  }

  private static int sum() {
    int sum = 0;
    for (FaultKind kind : values()) {
      sum += kind.weight;
    }
    return sum;
  }

  /** Whether it happens at its time, and not to the next call or reading of a clock. */
  boolean strikesAtOnce() {
    return this != CALL && this != PAUSE_AT_CLOCK && this != NO_MEMORY;
  }

  /**
   * Whether it is a fault that always has an effect. Most others have one only if they find a
   * process; many calls and a backup are none.
   */
  boolean alwaysCounts() {
    return switch (this) {
      case CUT_THERE,
          CUT_BACK,
          CLOCK_STEP,
          CLOCK_FREEZE,
          CLOCK_DRIFT,
          OUT_OF_THREADS,
          STORE_DOWN,
          STORE_FULL,
          STORE_SLOW,
          RESTORE,
          REWIND,
          MOVE -> true;
      case CRASH,
          CLOSE,
          PAUSE,
          PAUSE_AT_CLOCK,
          NO_MEMORY,
          CLOCK_RIGHT,
          CALL,
          BURST,
          INTERRUPT,
          STORE_CLOCK_STEP,
          STORE_FAILOVER,
          BACKUP,
          SNAPSHOT -> false;
    };
  }

  /** Whether it befalls the engine, or all processes, and not one host. */
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
