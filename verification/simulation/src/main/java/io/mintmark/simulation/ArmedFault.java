package io.mintmark.simulation;

/**
 * What befalls one call to the store.
 *
 * @param kind what
 * @param nanos how long the delay or the pause is; how much later a second delivery comes
 * @param amount how many writes are forgotten
 */
record ArmedFault(CallFault kind, long nanos, int amount) {

  static final ArmedFault NONE = new ArmedFault(CallFault.NONE, 0, 0);

  boolean isOf(CallFault other) {
    return kind == other;
  }

  /** Whether it says something only about a call that writes. */
  boolean isForWrites() {
    return kind == CallFault.LOSE_REPLY || kind == CallFault.REPEAT || kind == CallFault.FORGET;
  }

  /** Tells people what it does to the next call of a host. */
  String sentence() {
    String time = PlannedFault.seconds(nanos);
    return switch (kind) {
      case NONE -> "calls the store";
      case LOSE_REQUEST -> "calls the store; the request gets lost on its way";
      case LOSE_REPLY -> "calls the store, which does it; the answer gets lost on its way back";
      case FORGET ->
        "calls the store, which does it and fails over; and when the answer arrives, the"
            + " process stands still for " + time;
      case REPEAT -> "calls the store; the request arrives a second time, " + time + " later";
      case DELAY_REQUEST -> "calls the store; the request is on its way for " + time;
      case DELAY_REPLY -> "calls the store; the answer is on its way back for " + time;
      case PAUSE_BEFORE -> "stands still for " + time + ", just before it calls the store";
      case PAUSE_AFTER -> "stands still for " + time + ", just as the store's answer arrives";
      case NO_MEMORY_ASKING -> "runs out of memory as it calls the store";
      case NO_MEMORY_ANSWERED -> "runs out of memory as the store's answer arrives";
      case CRASH_ASKING -> "is killed, just after it has called the store";
      case CRASH_ANSWERED -> "is killed, just as the store's answer arrives";
    };
  }
}
