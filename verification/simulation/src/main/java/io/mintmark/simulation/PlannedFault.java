package io.mintmark.simulation;

import java.util.Locale;

/**
 * A fault that is planned for a time.
 *
 * @param atNanos when, from the start of the run
 * @param kind its kind
 * @param host the affected host, unless the fault affects the engine
 * @param nanos how long it lasts, or how far a clock steps
 * @param amount how many, for kinds that count something
 * @param call the fault of a call
 */
record PlannedFault(
    long atNanos, FaultKind kind, int host, long nanos, int amount, CallFault call) {

  static final PlannedFault NONE = of(0, FaultKind.CALL, 0, 0, 0);

  static PlannedFault of(long atNanos, FaultKind kind, int host, long nanos, int amount) {
    return new PlannedFault(atNanos, kind, host, nanos, amount, CallFault.NONE);
  }

  boolean isOf(CallFault other) {
    return call == other;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%s%s%s%s",
        kind,
        call == CallFault.NONE || kind != FaultKind.CALL ? "" : " " + call,
        nanos == 0 ? "" : String.format(Locale.ROOT, " %.3f s", nanos / 1e9),
        amount == 0 ? "" : " " + amount);
  }
}
