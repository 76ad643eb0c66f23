package io.mintmark.simulation;

import io.mintmark.error.Message;
import java.util.Locale;
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

  /** Tells people what happens, as the end of a sentence about its host or the store. */
  String sentence() {
    String time = seconds(Math.abs(nanos));
    return switch (kind) {
      case CRASH -> "is killed; a new process starts " + time + " later";
      case CLOSE -> "closes what it has, ends, and starts again " + time + " later";
      case PAUSE -> "stands still for " + time + ", with all its threads";
      case PAUSE_AT_CLOCK -> "stands still for " + time + " when it next reads its clock";
      case NO_MEMORY -> "has no memory when it next reads its clock or sets a timer";
      case CUT_THERE -> "is cut off for " + time + ": no request of it arrives";
      case CUT_BACK -> "is cut off for " + time + ": no answer arrives here";
      case CLOCK_STEP -> "has its clock stepped " + (nanos < 0 ? "back" : "ahead") + " by " + time;
      case CLOCK_FREEZE -> "has a clock that stands still for " + time;
      case CLOCK_DRIFT -> "has a clock that runs at another pace for " + time;
      case CLOCK_RIGHT -> "has its clock set right";
      case OUT_OF_THREADS -> "has no thread to claim in for " + time;
      case CALL -> "meets a fault with its next call to the store: " + call;
      case BURST -> "has " + amount + " calls come at once";
      case INTERRUPT ->
        "has threads interrupted that wait, " + (1 + amount) + " of each generator at most";
      case STORE_DOWN -> "goes down for " + time;
      case STORE_FULL -> "is full for " + time + ", and takes no writes";
      case STORE_SLOW -> "is slow for " + time;
      case STORE_CLOCK_STEP ->
        "has its clock stepped " + (nanos < 0 ? "back" : "ahead") + " by " + time;
      case STORE_FAILOVER ->
        "fails over: another server takes its place, whose clock is " + time
            + (nanos < 0 ? " behind" : " ahead");
      case BACKUP -> "has a backup taken of it";
      case RESTORE ->
        "is set back to its backup, and lines are raised past what was lost; all"
            + " processes end before, and start again";
      case REWIND -> "goes back to its backup while processes run, and no line is raised";
      case MOVE -> "has its lines moved to another store from now on";
      case SNAPSHOT -> "sees every process suspended for a snapshot, and resumed";
    };
  }

  /** Tells people of a length of time. */
  static String seconds(long nanos) {
    return String.format(Locale.ROOT, "%.3f s", nanos / 1e9);
  }

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
