package io.mintmark.internal.store;

/**
 * Ensures enough room on the caller's stack before an operation that must not end half way: holding
 * a lock that must be released, or handing work to a thread. The caller may be in a recursion that
 * is about to overflow. The error is thrown here, before anything was done.
 */
public final class StackRoom {

  /** A depth of calls of a small method. They take more stack than releasing a lock. */
  private static final int TO_RETURN = 200;

  /** A depth of such calls. They take as much stack as a driver may. */
  private static final int FOR_LIBRARY = 1_024;

  private StackRoom() {}

  /**
   * Ensures the stack that releasing a lock, or handing work to a thread, takes.
   *
   * @throws StackOverflowError if there is too little room
   */
  public static void toReturn() {
    int unused = use(TO_RETURN);
  }

  /**
   * Ensures the stack that an engine's driver or the JDK's cipher takes. Otherwise a lock in it may
   * stay locked, and a class whose initialization overflows the stack can never be used again in
   * that JVM.
   *
   * @throws StackOverflowError if there is too little room
   */
  public static void forLibrary() {
    int unused = use(FOR_LIBRARY);
  }

  private static int use(int depth) {
    return depth == 0 ? 0 : 1 + use(depth - 1);
  }
}
