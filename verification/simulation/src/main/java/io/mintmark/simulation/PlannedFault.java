package io.mintmark.simulation;

import java.util.Locale;

/**
 * A fault at a time that was planned.
 *
 * @param atNanos when, from the start of the run
 * @param kind its kind
 * @param host whose, if it is not the engine's
 * @param nanos how long it lasts; how far a clock steps
 * @param amount how many, if its kind counts something
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
