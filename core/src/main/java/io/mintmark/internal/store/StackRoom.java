package io.mintmark.internal.store;

/**
 * Checks that the caller's stack has enough room for an operation that must not stop halfway, such
 * as taking and releasing a lock, or handing work to a thread. The caller may be in a deep
 * recursion, close to a stack overflow. The error is then thrown here, before the operation has
 * begun.
 */
public final class StackRoom {

  /** A depth of calls of a small method. These calls take more stack than releasing a lock. */
  private static final int TO_RETURN = 200;

  /** A depth of calls of a small method. These calls take as much stack as a driver may take. */
  private static final int FOR_LIBRARY = 1_024;

  private StackRoom() {}

  /**
   * Checks that the stack has room for releasing a lock, or for handing work to a thread.
   *
   * @throws StackOverflowError if there is too little room
   */
  public static void toReturn() {
    int unused = use(TO_RETURN);
  }

  /**
   * Checks that the stack has room for a call to an engine's driver, or to the JDK's cipher or
   * timer. If the stack overflowed within such a call, a lock of the driver or of the timer might
   * never be released. A class whose initialization overflows the stack can never be used again in
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
