package io.mintmark.simulation;

import java.util.ArrayDeque;
import java.util.Deque;

/** What waits for the next calls of a host to the store, and its next readings of its clock. */
final class ArmedFaults {

  private final World world;
  private final int host;
  private final Deque<ArmedFault> callFaults = new ArrayDeque<>();
  private final Deque<Long> clockPauses = new ArrayDeque<>();
  private int timesWithoutMemory;

  ArmedFaults(World world, int host) {
    this.world = world;
    this.host = host;
  }

  void arm(ArmedFault fault) {
    callFaults.add(fault);
  }

  void armClockPause(long nanos) {
    clockPauses.add(nanos);
  }

  void armNoMemory() {
    timesWithoutMemory++;
  }

  /**
   * Where memory can run out, each time that this was planned.
   *
   * @param doing what for
   */
  void needMemory(String doing) {
    if (timesWithoutMemory > 0) {
      timesWithoutMemory--;
      world.count(FaultKind.NO_MEMORY.name());
      world.tell(host, () -> "has no memory as it " + doing);
      throw new OutOfMemoryError("the simulation will have it so");
    }
  }

  /** No more of what was planned for later calls happens. */
  void disarm() {
    callFaults.clear();
    clockPauses.clear();
    timesWithoutMemory = 0;
  }

  ArmedFault nextCallFault(boolean writes) {
    ArmedFault next = callFaults.peek();
    if (next == null || (next.isForWrites() && !writes)) {
      return ArmedFault.NONE;
    }
    if (next.kind() != CallFault.FORGET) {
      world.count(next.kind().name());
    }
    world.tell(host, next::sentence);
    return callFaults.remove();
  }

  long nextClockPause() {
    Long next = clockPauses.poll();
    if (next == null) {
      return 0;
    }
    world.count(FaultKind.PAUSE_AT_CLOCK.name());
    world.tell(
        host,
        () -> "stands still for " + PlannedFault.seconds(next)
            + " as it reads its clock, with all its threads");
    return next;
  }
}
