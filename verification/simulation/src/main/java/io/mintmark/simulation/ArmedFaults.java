package io.mintmark.simulation;

import java.util.ArrayDeque;
import java.util.Deque;

/** The faults that a host's next calls to the store and clock readings will meet. */
final class ArmedFaults {

  private final Run run;
  private final int host;
  private final Deque<PlannedFault> callFaults = new ArrayDeque<>();
  private final Deque<Long> clockPauses = new ArrayDeque<>();
  private int timesWithoutMemory;

  ArmedFaults(Run run, int host) {
    this.run = run;
    this.host = host;
  }

  void arm(PlannedFault fault) {
    switch (fault.kind()) {
      case CALL -> callFaults.add(fault);
      case PAUSE_AT_CLOCK -> clockPauses.add(fault.nanos());
      default -> timesWithoutMemory++;
    }
  }

  /** Drops all faults that were planned for later calls. */
  void disarm() {
    callFaults.clear();
    clockPauses.clear();
    timesWithoutMemory = 0;
  }

  /** Throws an OutOfMemoryError if that fault is armed. Called where memory can be exhausted. */
  void needMemory() {
    if (timesWithoutMemory > 0) {
      timesWithoutMemory--;
      run.count(FaultKind.NO_MEMORY);
      run.tell(host, () -> "has no memory");
      throw new OutOfMemoryError("simulated");
    }
  }

  PlannedFault nextCallFault(boolean writes) {
    PlannedFault next = callFaults.peek();
    if (next == null || (next.call().isForWrites() && !writes)) {
      return PlannedFault.NONE;
    }
    if (next.call() != CallFault.FORGET) {
      run.count(next.call());
    }
    run.tell(host, () -> "calls the store: " + next);
    return callFaults.remove();
  }

  long nextClockPause() {
    Long next = clockPauses.poll();
    if (next == null) {
      return 0;
    }
    run.count(FaultKind.PAUSE_AT_CLOCK);
    run.tell(host, () -> "stops as it reads its clock, for " + next / 1_000_000 + " ms");
    return next;
  }
}
