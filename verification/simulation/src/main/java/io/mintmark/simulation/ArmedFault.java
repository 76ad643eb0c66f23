package io.mintmark.simulation;

/**
 * What befalls one call to the store.
 *
 * @param kind what
 * @param nanos how long the delay or the pause is; how much later a second delivery comes
 */
record ArmedFault(CallFault kind, long nanos) {

  static final ArmedFault NONE = new ArmedFault(CallFault.NONE, 0);

  boolean isOf(CallFault other) {
    return kind == other;
  }

  /** Whether it says something only about a call that writes. */
  boolean isForWrites() {
    return kind == CallFault.LOSE_REPLY || kind == CallFault.REPEAT;
  }
}
