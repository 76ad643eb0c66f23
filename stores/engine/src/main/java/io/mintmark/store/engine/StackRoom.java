package io.mintmark.store.engine;

/**
 * Makes sure of room on the caller's stack before something begins that must not end half way. A
 * caller may come from a recursion that is about to overflow; the error is thrown here, where
 * nothing has been done yet.
 */
final class StackRoom {

  /** A depth of calls of a small method that takes more stack than giving back a lock does. */
  static final int TO_RETURN = 64;

  /**
   * A depth of such calls that takes as much stack as an engine may. Else a lock in its driver may
   * stay locked, and a class whose initialization overflows the stack can never be used again in
   * that JVM.
   */
  static final int FOR_ENGINE = 1_024;

  private StackRoom() {}

  /**
   * Uses the stack up to a depth.
   *
   * @return the depth
   * @throws StackOverflowError if there is no room for it
   */
  static int ensure(int depth) {
    return depth == 0 ? 0 : 1 + ensure(depth - 1);
  }
}
