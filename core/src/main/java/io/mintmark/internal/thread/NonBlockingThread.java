package io.mintmark.internal.thread;

/**
 * Marks a thread that must never wait, because many clients depend on it: an event loop. On such a
 * thread a generator answers from what it has claimed already. Where it would have to wait, for a
 * claim or for the clock, the call ends at once with {@link WouldWaitException} instead; the same
 * call on another thread then waits.
 *
 * <p>Implemented by classes of threads, so that asking costs one test of a type and nothing has to
 * be set or cleared.
 */
public interface NonBlockingThread {

  /**
   * Refuses to wait on a thread that must not. Whatever is about to wait calls this first.
   *
   * @throws WouldWaitException if the current thread is one of these
   */
  static void refuseToWait() {
    if (Thread.currentThread() instanceof NonBlockingThread) {
      throw new WouldWaitException();
    }
  }
}
