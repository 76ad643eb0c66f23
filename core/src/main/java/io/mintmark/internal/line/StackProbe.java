package io.mintmark.internal.line;

/**
 * Overflows a stack that is all but full before anything is begun that must not be left half done:
 * a lock of the JDK's that a caller takes, a task that it hands to other threads. Most of this
 * package needs no probe, as what it guards is guarded by monitors, whose end takes no stack.
 */
public final class StackProbe {

  /** So many calls take more stack than queueing for a turn, or handing work to a thread. */
  private static final int CALLS = 200;

  private StackProbe() {}

  /**
   * Returns if there is room for some work without callbacks.
   *
   * @throws StackOverflowError if there is not
   */
  public static void check() {
    int unused = call(CALLS);
  }

  private static int call(int depth) {
    return depth == 0 ? 0 : 1 + call(depth - 1);
  }
}
