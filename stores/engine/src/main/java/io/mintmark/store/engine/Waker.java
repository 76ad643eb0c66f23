package io.mintmark.store.engine;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A loop that wakes the callers of a commit while the writer makes the next one. Waking a thread
 * takes some microseconds, and waking 64 threads takes as much time as a commit.
 *
 * <p>The loop holds only the calls that it has still to wake. Its speed does not affect
 * correctness: an answer is durable before this loop gets the call.
 */
final class Waker {

  private final Queue<Write> answered = new ConcurrentLinkedQueue<>();
  private final Runnable loop;
  private volatile boolean finished;

  /**
   * Starts the loop.
   *
   * @throws OutOfMemoryError if no thread can be started
   */
  Waker(StoreContext context) {
    loop = context.loops().start("mintmark-waker", this::turn);
  }

  /** Delivers the answers to calls, and wakes their threads. Does not wait. */
  void wake(List<Write> calls) {
    answered.addAll(calls);
    loop.run();
  }

  /** Ends the loop after all calls were woken. */
  void finish() {
    finished = true;
    loop.run();
  }

  private boolean turn() {
    boolean last = finished;
    for (Write call = answered.poll(); call != null; call = answered.poll()) {
      call.deliver();
    }
    return !last;
  }
}
