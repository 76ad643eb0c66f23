package io.mintmark.internal.line;

import io.mintmark.internal.line.RangeSource.Owned;
import io.mintmark.internal.store.StackRoom;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The waiting requests of a {@link LocalLine} or {@link ClaimQueue}. The queue contains the
 * requests that wait for a claim, in the order of arrival. The calls that return a future and wait,
 * for any reason, are parked; when they can continue, they are ready. Guarded by the owner's lock,
 * except where a method says otherwise.
 *
 * <p>A parked call also checks again from time to time, on a timer. There is one timer, which is
 * set to the earliest time at which a parked call must do this. A timer that fires late finds only
 * the calls that are parked or ready at that time.
 */
final class Requests {

  /** A run: consecutive positions of a range that belong to one caller. */
  static final class PositionRun {

    final ClaimedRange range;
    final long start;
    final long count;

    PositionRun(ClaimedRange range, long start, long count) {
      this.range = range;
      this.start = start;
      this.count = count;
    }

    /** Returns how many positions of the run are below a limit. */
    long usable(long limit) {
      return limit > start ? Math.min(count, limit - start) : 0;
    }
  }

  /** The empty run, which is returned for a call that continues later. It has no worker number. */
  static final PositionRun LATER =
      new PositionRun(new ClaimedRange(PositionCode.PLAIN, Owned.NOTHING.worker(), 0, 0, 0), 0, 0);

  private final Object lock;
  private final Context context;
  private final Consumer<Request> worker;
  private final Set<Request> queue = new LinkedHashSet<>();
  private final Set<Request> parked = new LinkedHashSet<>();
  private final Deque<Request> ready = new ArrayDeque<>();

  /** How many positions all queued requests together could use. */
  long wanted;

  /**
   * When the timer will continue parked calls, in elapsed time. Valid while {@code timed} is true.
   */
  private long timerNanos;

  private boolean timed;

  /**
   * Creates an empty queue.
   *
   * @param lock the owner's lock
   * @param worker continues a call, until it ends or is parked again. Called without the lock
   */
  Requests(Object lock, Context context, Consumer<Request> worker) {
    this.lock = lock;
    this.context = context;
    this.worker = worker;
  }

  /** Returns the queued requests in their order. They may be removed during the iteration. */
  List<Request> queued() {
    return List.copyOf(queue);
  }

  /**
   * Adds a request at the end of the queue, unless it is already queued. It counts as queued before
   * it is in the set. So whatever an exhausted memory leaves there, {@link #remove} removes it.
   */
  void add(Request request) {
    if (!request.queued) {
      request.queued = true;
      wanted += request.want;
      queue.add(request);
    }
  }

  /** Removes a request, which has got its positions, from the queue, and makes it continue. */
  void serve(Request request) {
    remove(request);
    request.wake(this);
  }

  /** Removes a request from the queue, if it is queued. */
  void remove(Request request) {
    if (request.queued) {
      queue.remove(request);
      request.queued = false;
      wanted -= request.want;
    }
  }

  /** Makes all queued requests check again. */
  void wake() {
    for (Request request : queue) {
      request.wake(this);
    }
  }

  /**
   * Parks a call until it gets positions, or at the latest until it must check again. The caller
   * must not access the call after this, because another thread may already continue it.
   */
  void park(Request call) {
    StackRoom.forLibrary(); // All lines share the JDK's timer, which has a lock.
    long pause = call.pauseNanos(context);
    long at = context.elapsed().nanos() + pause;
    if (!timed || at - timerNanos < 0) {
      setTimer(at, pause);
    }
    call.checksAtNanos = at;
    call.begun = true;
    parked.add(call);
  }

  private void setTimer(long at, long delay) {
    context.elapsed().callAfter(delay, () -> goOnAt(at));
    timerNanos = at;
    timed = true;
  }

  /**
   * Called by the timer. Continues the calls that must check again, if this timer was not replaced
   * by an earlier timer. If the next timer cannot be set, all calls continue now. A call that must
   * wait again then ends with the failure to set a timer.
   */
  @SuppressWarnings("CatchingUnchecked")
  private void goOnAt(long nanos) {
    synchronized (lock) {
      if (timed && timerNanos == nanos) {
        timed = false;
        try {
          long now = context.elapsed().nanos();
          long wait = readyUntil(now);
          if (!parked.isEmpty()) {
            setTimer(now + wait, wait);
          }
        } catch (Throwable e) { // For example, memory is exhausted.
          long unused = readyUntil(nanos + Long.MAX_VALUE / 2);
        }
      }
    }
    goOn();
  }

  /**
   * Continues the calls that are ready. This runs on the thread of a claim or of a timer, or on a
   * thread that closes or suspends the line, but never on a thread that requests ids. The lock must
   * not be held, because code that is chained to the futures may do anything. If an executor runs a
   * claim on the calling thread, that thread holds the lock. Then this method does nothing, and the
   * timer continues the calls.
   */
  void goOn() {
    while (!Thread.holdsLock(lock)) {
      @Nullable Request call;
      synchronized (lock) {
        call = ready.poll();
      }
      if (call == null) {
        return;
      }
      worker.accept(call);
    }
  }

  /** Forgets a call that has ended. */
  void forget(Request call) {
    remove(call);
    parked.remove(call);
  }

  /**
   * Moves a parked call to the ready calls. Does nothing if a thread already works on the call. If
   * memory is exhausted, the call stays parked.
   */
  void ready(Request call) {
    if (parked.contains(call)) {
      ready.add(call);
      parked.remove(call);
    }
  }

  /**
   * Moves the parked calls that must check again at the given time or earlier to the ready calls.
   *
   * @param nanos the elapsed time
   * @return the time until the next parked call must check again, if one is still parked
   */
  private long readyUntil(long nanos) {
    long least = Long.MAX_VALUE;
    for (Iterator<Request> each = parked.iterator(); each.hasNext(); ) {
      Request call = each.next();
      long left = call.checksAtNanos - nanos;
      if (left <= 0) {
        ready.add(call);
        each.remove();
      } else {
        least = Math.min(least, left);
      }
    }
    return least;
  }
}
