package io.mintmark.faults;

/**
 * A call that was answered with an id, as its caller saw it.
 *
 * @param startNanos when it began, by {@link System#nanoTime}
 * @param endNanos when it had its answer, by the same
 * @param value the id
 */
record Call(long startNanos, long endNanos, long value) {

  /** What a file has of a call: this, and the number of the calling thread. */
  static final int BYTES = 4 * Long.BYTES;

  @Override
  public String toString() {
    return value + " (" + startNanos + " to " + endNanos + " ns)";
  }
}
