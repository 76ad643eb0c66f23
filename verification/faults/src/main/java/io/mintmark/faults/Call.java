package io.mintmark.faults;

/**
 * A call that was answered with an id or a batch, as one id of it: as its caller saw it.
 *
 * @param startNanos when it began, by {@link System#nanoTime}
 * @param endNanos when it had its answer, by the same
 * @param value what rises in the id
 */
record Call(long startNanos, long endNanos, long value) {

  /** What a file has of each id: its call's times and thread, and its words. */
  static final int BYTES = (3 + Kind.WORDS) * Long.BYTES;

  @Override
  public String toString() {
    return value + " (" + startNanos + " to " + endNanos + " ns)";
  }
}
