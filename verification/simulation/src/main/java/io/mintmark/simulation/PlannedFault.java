package io.mintmark.simulation;

import io.mintmark.error.Message;
import java.util.concurrent.TimeUnit;

/**
 * Something that happens to a world at a time that was planned.
 *
 * @param atNanos when, from the world's beginning
 * @param kind what
 * @param host to whom, where it is not the engine
 * @param nanos how long it lasts; how far a clock steps
 * @param amount how many, where it is something that is counted
 * @param call what befalls a call
 */
record PlannedFault(
    long atNanos, FaultKind kind, int host, long nanos, int amount, CallFault call) {

  @Override
  public String toString() {
    return Message.of(
        "at {} ms: {}{} host={} ms={} amount={}",
        TimeUnit.NANOSECONDS.toMillis(atNanos),
        kind,
        kind == FaultKind.CALL ? " " + call : "",
        host,
        nanos / 1e6,
        amount);
  }
}
