package io.mintmark.internal.line;

import io.mintmark.error.ClockBehindException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.error.TickExhaustedException;
import io.mintmark.internal.store.StackRoom;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongFunction;

/**
 * Serves calls on a line (a named, durable counter in the store) on which nothing is claimed ahead:
 * each call claims only the positions that it needs. So the ids of all processes have one order.
 * Thread-safe.
 *
 * <p>In a call that waits, the caller's thread makes the claim. Calls that return a future are
 * queued. One claim at a time is made in the background for all calls that are queued when the
 * claim is sent, and its range is divided among them in their order. So the ids of these calls,
 * too, are in the one order over all processes. If the line has too few positions left for all of
 * them, or would get too far ahead of the clock, a separate claim is made for each call, because
 * smaller claims may succeed. No thread waits for the clock with the positions of such a call,
 * because a timer checks again.
 *
 * <p>A call with a future ends at its deadline at the latest, even if the store does not answer. A
 * call that waits may have sent a request to the store just before its deadline. Then it returns
 * when the store's own timeout ends that request.
 *
 * <p><b>Why no position is handed out twice.</b> The store gives each claim different positions. A
 * blocking call has its claim alone. The range of a shared claim is divided before any call gets a
 * part, and each part belongs to one call. If a call has ended or was cancelled before that, its
 * part is burned (never used), and no other call gets it. The future of a call is completed only
 * once.
 *
 * <p><b>No copy of a snapshot uses positions that another copy may use.</b> A snapshot may be taken
 * while a call waits for the clock, or for the reply to a claim. Every copy of the process then has
 * the same positions. This queue is suspended before each snapshot, and counts its suspensions. The
 * count is read before a claim is sent, and again when the call's positions may be used. If the
 * count has changed, the positions are burned, and a new claim is made for the call.
 */
public final class ClaimQueue implements Lifecycle {

  /** The largest claim for several calls together. A single call may claim more. */
  private static final long MOST_SHARED = 1L << 20;

  private static final long MAX_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final String name;
  private final LineClaims claims;
  private final SuspensionGate gate;
  private final Context context;

  /**
   * Calls for which no claim was sent yet, in their order. The lock of this object guards this
   * field and all fields below. The queue is linked, because an array-based queue that fails to
   * grow could lose all calls.
   */
  private final Queue<Call<?>> queue = new ConcurrentLinkedQueue<>();

  /**
   * All calls that have not ended, in the order of their deadlines. They are queued, or a claim for
   * them is in flight. Calls that have ended are removed when the next call or the timer comes.
   */
  private final Queue<Call<?>> open = new ConcurrentLinkedQueue<>();

  private boolean claiming;
  private boolean timed;

  /** The number of ids for which calls have received positions. */
  private final LongAdder made = new LongAdder();

  /**
   * Creates an empty queue.
   *
   * @param name the generator's name, for messages
   * @param claims makes the claims on the line
   * @param context provides clocks, background threads and the claim timeout
   */
  public ClaimQueue(String name, LineClaims claims, Context context) {
    this.name = name;
    this.claims = claims;
    this.gate = new SuspensionGate(name, context);
    this.context = context;
  }

  /** A call for a number of ids, which returns a future. */
  private record Call<T>(
      long count, long deadline, LongFunction<T> made, CompletableFuture<T> future) {

    boolean isDone() {
      return future.isDone();
    }
  }

  /**
   * Claims the next positions, and waits for them.
   *
   * @param count the number of ids to make, 1 or more
   * @return the first of the positions
   * @throws MintmarkException as {@link LineClaims#claim} does, and if this object is closed or
   *     remains suspended
   */
  public long claim(long count) {
    long deadline = deadline();
    while (true) {
      long before = gate.pass(deadline);
      long start = claimNow(count, deadline);
      awaitClock(end(start, count) - 1, deadline);
      if (gate.suspensions() == before) {
        made.add(count);
        return start;
      }
      if (context.elapsed().nanos() - deadline >= 0) {
        throw late();
      }
    }
  }

  private void awaitClock(long last, long deadline) {
    for (long wait = claims.waitNanos(last, deadline);
        wait > 0;
        wait = claims.waitNanos(last, deadline)) {
      context.pause(Math.min(wait, MAX_PAUSE_NANOS), "generator=" + name);
    }
  }

  /**
   * Returns the end, exclusive, of the positions of a call.
   *
   * @param start the first position
   * @param count the number of ids
   * @return the end, see {@link LineClaims#end}
   */
  public long end(long start, long count) {
    return claims.end(start, count);
  }

  /**
   * Returns for how many ids this queue has given positions to calls.
   *
   * @return the number of ids
   */
  public long made() {
    return made.sum();
  }

  /**
   * Claims the next positions without blocking the caller.
   *
   * @param count the number of ids to make, 1 or more
   * @param made makes the result from the first position
   * @param <T> the type of the result
   * @return a future of the result. It completes when the claim has returned, at the latest at the
   *     deadline, and fails with the exceptions that {@link #claim} throws
   */
  public <T> CompletableFuture<T> claimAsync(long count, LongFunction<T> made) {
    StackRoom.toReturn();
    Call<T> call = new Call<>(count, deadline(), made, new CompletableFuture<>());
    try {
      synchronized (this) {
        open.add(call);
        setTimer(); // If no timer can be set, this throws, so that no call waits without a timer.
        queue.add(call);
      }
      begin();
    } catch (RuntimeException | OutOfMemoryError e) {
      fail(List.of(call), e);
    }
    return call.future;
  }

  private long deadline() {
    return context.elapsed().nanos() + context.claimTimeout().toNanos();
  }

  /**
   * Starts the background task that makes claims for the queued calls, unless it is already
   * running.
   */
  private void begin() {
    synchronized (this) {
      if (claiming || queue.isEmpty() || gate.isSuspended()) {
        return;
      }
      claiming = true;
    }
    try {
      context.background().execute(this::work);
    } catch (RuntimeException | OutOfMemoryError e) {
      synchronized (this) {
        claiming = false;
      }
      fail(
          takeAll(),
          new StoreUnavailableException(
              Message.of("no thread is available for a claim: generator={}, reason={}", name, e),
              e));
    }
  }

  /** Makes claims until the queue is empty. After an error, later calls start a new task. */
  private void work() {
    boolean workedOff = false;
    try {
      for (List<Call<?>> calls = take(); !calls.isEmpty(); calls = take()) {
        answer(calls);
      }
      workedOff = true;
    } finally {
      if (!workedOff) {
        synchronized (this) {
          claiming = false;
        }
      }
    }
  }

  /**
   * Takes the calls that share the next claim. Returns an empty list if the queue is empty or
   * claims are suspended.
   */
  private synchronized List<Call<?>> take() {
    List<Call<?>> calls = new ArrayList<>();
    long sum = 0;
    while (!queue.isEmpty() && !gate.isSuspended()) {
      Call<?> next = queue.element();
      if (!next.isDone()) {
        if (!calls.isEmpty() && next.count > MOST_SHARED - sum) {
          break;
        }
        calls.add(next);
        sum += next.count;
      }
      queue.remove();
    }
    claiming = !calls.isEmpty();
    return calls;
  }

  @SuppressWarnings("CatchingUnchecked")
  private void answer(List<Call<?>> calls) {
    long before;
    long start;
    try {
      long deadline = calls.get(calls.size() - 1).deadline;
      before = gate.pass(deadline);
      start = claimNow(calls.stream().mapToLong(Call::count).sum(), deadline);
    } catch (ExhaustedException | TickExhaustedException | ClockBehindException e) {
      if (calls.size() == 1) {
        fail(calls, e);
      } else {
        calls.forEach(call -> answer(List.of(call)));
      }
      return;
    } catch (Throwable e) { // Every failure ends the calls of this claim.
      fail(calls, e);
      return;
    }
    for (Call<?> call : calls) {
      complete(call, start, before);
      start = end(start, call.count);
    }
  }

  @SuppressWarnings("CatchingUnchecked")
  private long claimNow(long count, long deadline) {
    long startNanos = context.elapsed().nanos();
    long start;
    try {
      start = claims.claim(count, deadline);
    } catch (Throwable e) { // The failure is reported to the observer, and thrown again.
      context.tellOfClaim(name, startNanos, e);
      throw e;
    }
    context.tellOfClaim(name, startNanos, null);
    return start;
  }

  /**
   * Completes a call as soon as the clock is near enough to the call's positions.
   *
   * @param before the count of suspensions when the positions were requested
   */
  @SuppressWarnings("CatchingUnchecked")
  private <T> void complete(Call<T> call, long start, long before) {
    try {
      if (call.isDone()) {
        return;
      }
      if (gate.suspensions() != before) {
        synchronized (this) {
          queue.add(call); // With its old deadline. Its positions are burned.
        }
        begin();
        return;
      }
      long wait = claims.waitNanos(end(start, call.count) - 1, call.deadline);
      if (wait > 0) {
        long pause = Math.min(wait, MAX_PAUSE_NANOS);
        context.elapsed().callAfter(pause, () -> complete(call, start, before));
      } else {
        T answer = call.made.apply(start);
        made.add(call.count);
        call.future.complete(answer);
      }
    } catch (Throwable e) { // The call's caller is on another thread.
      fail(List.of(call), e);
    }
  }

  /**
   * Sets the timer to the deadline of the first open call. All calls have the same timeout, so no
   * other call has an earlier deadline.
   */
  private synchronized void setTimer() {
    while (!open.isEmpty() && open.element().isDone()) {
      open.remove();
    }
    if (!timed && !open.isEmpty()) {
      long leftNanos = open.element().deadline - context.elapsed().nanos();
      context.elapsed().callAfter(Math.max(1, leftNanos), this::endLate);
      timed = true;
    }
  }

  /** Ends the calls whose deadline has passed. */
  private void endLate() {
    List<Call<?>> ended = new ArrayList<>();
    synchronized (this) {
      timed = false;
      long now = context.elapsed().nanos();
      while (!open.isEmpty() && open.element().deadline - now <= 0) {
        ended.add(open.remove());
      }
    }
    fail(ended, late());
    try {
      setTimer();
    } catch (RuntimeException | OutOfMemoryError e) {
      fail(open, e); // Without a timer, nothing would end these calls.
    }
  }

  private MintmarkException late() {
    return gate.isSuspended()
        ? gate.suspendedTooLong()
        : new StoreUnavailableException(Message.of(
            "no claim succeeded in time: claimTimeoutMs={}, generator={}; no id issued",
            context.claimTimeout().toMillis(),
            name));
  }

  private void fail(Iterable<Call<?>> calls, Throwable cause) {
    Throwable outcome = Context.outcome(name, cause);
    calls.forEach(call -> call.future.completeExceptionally(outcome));
  }

  /** Takes all queued calls, for which no claim will be made. */
  private synchronized List<Call<?>> takeAll() {
    List<Call<?>> all = new ArrayList<>(queue);
    queue.clear();
    return all;
  }

  @Override
  public void suspend() {
    gate.suspend();
  }

  @Override
  public void resume() {
    StackRoom.toReturn();
    gate.resume();
    begin();
  }

  @Override
  public void close() {
    gate.close();
    fail(takeAll(), gate.closed());
  }
}
