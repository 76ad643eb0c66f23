package io.mintmark.internal.store;

/**
 * Makes sure of room on the caller's stack before something begins that must not end half way: a
 * lock that has to be given back, work that is handed to a thread. A caller may come from a
 * recursion that is about to overflow; the error is thrown here, where nothing has been done yet.
 */
public final class StackRoom {

  /** A depth of calls of a small method that takes more stack than giving back a lock does. */
  private static final int TO_RETURN = 200;

  /** A depth of such calls that takes as much stack as a driver may. */
  private static final int FOR_LIBRARY = 1_024;

  private StackRoom() {}

  /**
   * Makes sure of what giving back a lock, or handing work to a thread, takes.
   *
   * @throws StackOverflowError if there is no room for it
   */
  public static void toReturn() {
    int unused = use(TO_RETURN);
  }

  /**
   * Makes sure of what an engine's driver or the JDK's cipher takes. Else a lock in it may stay
   * locked, and a class whose initialization overflows the stack can never be used again in that
   * JVM.
   *
   * @throws StackOverflowError if there is no room for it
   */
  public static void forLibrary() {
    int unused = use(FOR_LIBRARY);
  }

  private static int use(int depth) {
    return depth == 0 ? 0 : 1 + use(depth - 1);
  }
}
