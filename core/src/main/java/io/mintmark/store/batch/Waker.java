package io.mintmark.store.batch;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * A daemon thread that wakes the callers of a commit while the writer is at the next one. Waking a
 * thread takes the system some microseconds, and 64 of them as long as a commit.
 *
 * <p>It holds no more than the calls that wait for it. Nothing rests on its pace: the answers are
 * durable before they come here.
 */
final class Waker {

  private final Queue<List<Call>> answered = new ConcurrentLinkedQueue<>();
  private final Thread thread;

  private volatile boolean finished;

  Waker(String threadName) {
    thread = new Thread(this::run, threadName);
    thread.setDaemon(true);
    thread.start();
  }

  void wake(List<Call> calls) {
    answered.add(calls);
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
      List<Call> calls = answered.poll();
      while (calls != null) {
        calls.forEach(Call::deliver);
        calls = answered.poll();
      }
      if (!last) {
        LockSupport.park(this);
      }
    }
  }
}
