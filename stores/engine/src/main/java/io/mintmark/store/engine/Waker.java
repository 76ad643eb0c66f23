package io.mintmark.store.engine;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A daemon thread that wakes the callers of a commit while the writer is at the next one. Waking a
 * thread takes the system some microseconds, and 64 of them as long as a commit.
 *
 * <p>It holds no more than the calls that wait for it. Nothing rests on its pace: the answers are
 * durable before they come here. The calls themselves are the links of its stack, so that it
 * allocates nothing and goes on when memory is out.
 */
final class Waker {

  private final AtomicReference<@Nullable Call> newest = new AtomicReference<>();
  private final Thread thread;

  private volatile boolean finished;

  Waker(String threadName) {
    thread = DaemonThreads.of(threadName, this::run);
  }

  void start() {
    thread.start();
  }

  /** Takes over calls that have their answers; throws before it has any of them, or not at all. */
  void wake(List<Call> calls) {
    Call first = calls.get(0);
    Call top = first;
    for (Call call : calls.subList(1, calls.size())) {
      call.nextToWake = top;
      top = call;
    }
    Call older;
    do {
      older = newest.get();
      first.nextToWake = older;
    } while (!newest.compareAndSet(older, top));
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
      for (Call call = newest.getAndSet(null); call != null; ) {
        Call next = call.nextToWake;
        call.deliver();
        call = next;
      }
      if (!last) {
        LockSupport.park(this);
      }
    }
  }
}
