package io.mintmark.store.engine;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A loop that wakes the callers of a commit while the writer is at the next one. Waking a thread
 * takes the system some microseconds, and 64 of them as long as a commit. A thread with several
 * calls is woken once for those that stand together.
 *
 * <p>It holds no more than the calls that wait for it. Nothing rests on its pace: the answers are
 * durable before they come here. The calls themselves are the links of its stack, so that it
 * allocates nothing and goes on when memory is out.
 */
final class Waker {

  private final AtomicReference<@Nullable Call> newest = new AtomicReference<>();
  private final Runnable loop;

  private volatile boolean finished;

  /**
   * Starts the loop.
   *
   * @throws OutOfMemoryError if there is no thread for it
   */
  Waker(StoreContext context) {
    loop = context.loops().start("mintmark-waker", this::turn);
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
    loop.run();
  }

  /** Ends the loop once all that was handed over is done. */
  void finish() {
    finished = true;
    loop.run();
  }

  private boolean turn() {
    boolean last = finished;
    for (Call call = newest.getAndSet(null); call != null; ) {
      Call next = call.nextToWake;
      if (next != null && next.isOfTheCallerOf(call)) {
        call.deliverAsleep();
      } else {
        call.deliver();
      }
      call = next;
    }
    return !last;
  }
}
