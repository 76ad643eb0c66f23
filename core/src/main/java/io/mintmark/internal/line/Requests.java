package io.mintmark.internal.line;

import io.mintmark.internal.line.RangeSource.Owned;
import io.mintmark.internal.store.StackRoom;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The waiting requests of a {@link LocalLine} or {@link ClaimQueue}. The queue contains the
 * requests that wait for a claim, in the order of arrival. The calls that return a future and wait,
 * for any reason, are parked; when they can continue, they are ready. Making a call ready needs no
 * memory, so no call is lost if memory is exhausted. Guarded by the owner's lock, except where a
 * method says otherwise.
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

  /** How many parked calls are ready. */
  private int ready;

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
          if (ready < parked.size()) {
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
      Request call;
      synchronized (lock) {
        if (ready == 0) {
          return;
        }
        // Calls become ready roughly in the order in which they were parked.
        Iterator<Request> each = parked.iterator();
        do {
          call = each.next();
        } while (!call.ready);
        unpark(call);
      }
      worker.accept(call);
    }
  }

  /** Forgets a call that has ended. */
  void forget(Request call) {
    remove(call);
    unpark(call);
  }

  private void unpark(Request call) {
    if (parked.remove(call) && call.ready) {
      call.ready = false;
      ready--;
    }
  }

  /** Makes a parked call ready. Does nothing if a thread already works on the call. */
  void ready(Request call) {
    if (!call.ready && parked.contains(call)) {
      call.ready = true;
      ready++;
    }
  }

  /**
   * Makes the parked calls ready that must check again at the given time or earlier.
   *
   * @param nanos the elapsed time
   * @return the time until the next parked call must check again, if one is not ready
   */
  private long readyUntil(long nanos) {
    long least = Long.MAX_VALUE;
    for (Request call : parked) {
      long left = call.checksAtNanos - nanos;
      if (left <= 0) {
        ready(call);
      } else if (!call.ready) {
        least = Math.min(least, left);
      }
    }
    return least;
  }
}
