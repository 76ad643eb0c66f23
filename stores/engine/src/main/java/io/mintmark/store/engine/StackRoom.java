package io.mintmark.store.engine;

/**
 * Makes sure of room on the caller's stack before something begins that must not end half way. A
 * caller may come from a recursion that is about to overflow; the error is thrown here, where
 * nothing has been done yet.
 */
public final class StackRoom {

  /** A depth of calls of a small method that takes more stack than giving back a lock does. */
  private static final int TO_RETURN = 64;

  /** A depth of such calls that takes as much stack as an engine may. */
  private static final int FOR_ENGINE = 1_024;

  private StackRoom() {}

  /**
   * Makes sure of what giving back a lock takes.
   *
   * @throws StackOverflowError if there is no room for it
   */
  static void toReturn() {
    int unused = use(TO_RETURN);
  }

  /**
   * Makes sure of what an engine's driver takes. Else a lock in the driver may stay locked, and a
   * class whose initialization overflows the stack can never be used again in that JVM.
   *
   * @throws StackOverflowError if there is no room for it
   */
  public static void forEngine() {
    int unused = use(FOR_ENGINE);
  }

  private static int use(int depth) {
    return depth == 0 ? 0 : 1 + use(depth - 1);
  }
}
