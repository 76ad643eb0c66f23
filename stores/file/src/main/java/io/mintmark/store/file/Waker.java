package io.mintmark.store.file;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A daemon thread that wakes the callers of a commit while the writer is at the next one. Waking a
 * thread takes the system some microseconds, and 64 of them as long as a commit.
 *
 * <p>It holds no more than the calls that wait for it. Nothing rests on its pace: the answers are
 * durable before they come here.
 */
final class Waker {

  private final Queue<Call> answered = new ConcurrentLinkedQueue<>();
  private final Thread thread = new Thread(this::run, "mintmark-file-waker");

  private volatile boolean finished;

  Waker() {
    thread.setDaemon(true);
    thread.start();
  }

  /** Hands over a call and all that its links lead to. */
  void wake(Call first) {
    answered.add(first);
    LockSupport.unpark(thread);
  }

  /** Ends the thread once all that was handed over is done. */
  void finish() {
    finished = true;
    LockSupport.unpark(thread);
  }

  private void run() {
    boolean last = false;
    while (!last) {
      last = finished;
      @Nullable Call first = answered.poll();
      while (first != null) {
        for (Call call = first; call != null; call = call.older) {
          call.wake();
        }
        first = answered.poll();
      }
      if (!last) {
        LockSupport.park(this);
      }
    }
  }
}
