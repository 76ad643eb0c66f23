package io.mintmark.store.engine;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A loop that wakes the callers of a commit while the writer makes the next one. Waking a thread
 * takes some microseconds, and waking 64 threads takes as much time as a commit. A thread with
 * several adjacent calls in the list is woken once for all of them.
 *
 * <p>The loop holds only the calls that it has still to wake. Its speed does not affect
 * correctness: an answer is durable before this loop gets the call. The calls themselves are the
 * links of its stack, so the loop allocates nothing and continues when memory runs out.
 */
final class Waker {

  private final AtomicReference<@Nullable Call> newest = new AtomicReference<>();
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

  /** Takes over answered calls. If it throws, it has taken over none of them. */
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

  /** Ends the loop after it has woken the callers of all calls that it took over. */
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
