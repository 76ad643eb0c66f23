package io.mintmark.internal.line;

import io.mintmark.error.MintmarkException;
import io.mintmark.internal.batch.RunSink;
import io.mintmark.internal.line.Positions.Encoder;
import io.mintmark.internal.line.RangeSource.Owned;
import io.mintmark.internal.line.Request.Result;
import io.mintmark.internal.store.StackRoom;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/**
 * Serves calls on a line (a named, durable counter in the store) on which nothing is claimed ahead:
 * each call claims only the positions that it needs. So the ids of all processes have one order.
 * Thread-safe.
 *
 * <p><b>Calls that wait.</b> The caller's thread makes the claim. If claims are made in turn
 * ({@link LineClaims#inTurn}), the call is a {@link Request} in the queue. The first thread that
 * finds no claim in flight makes one claim for all waiting threads. The other threads wait for it,
 * or for their turn. A failure of the claim is thrown to the thread that made it, and the next
 * thread makes the next attempt.
 *
 * <p><b>Calls that return a future</b> are in the same queue. One claim at a time is made in the
 * background for all of them that are queued when the claim is sent. A failure of the claim ends
 * them. No thread waits for the clock with the positions of such a call, because a timer checks
 * again.
 *
 * <p>The range of a shared claim is divided among its calls in their order. A claim serves only
 * calls that were queued before it was sent, so the ids of all calls are in the one order over all
 * processes. If the line has too few positions left for all of them, or would get too far ahead of
 * the clock, a separate claim is made for each call, because smaller claims may succeed.
 *
 * <p>A call with a future ends at its deadline at the latest, even if the store does not answer. A
 * call that waits may have sent a request to the store just before its deadline. Then it returns
 * when the store's own timeout ends that request.
 *
 * <p><b>Why no position is handed out twice.</b> The store gives each claim different positions. A
 * claim is used either by the call that made it alone, or it is divided once ({@link
 * ClaimSender}), with the lock held, and each part belongs to one call. A call gets a part only
 * while it is queued, and leaves the queue with it, so it gets only one. If a call has ended or was
 * cancelled before that, its part is burned (never used), and no other call gets it. The future of
 * a call is completed only once.
 *
 * <p><b>No copy of a snapshot uses positions that another copy may use.</b> A snapshot may be taken
 * while a call waits for the clock, or for the reply to a claim. Every copy of the process then has
 * the same positions. This queue is suspended before each snapshot, and counts its suspensions. The
 * count is read before a claim is sent, and again when the call's positions may be used. If the
 * count has changed, the positions are burned, and a new claim is made for the call.
 *
 * <p><b>Closing</b> ends all calls. The positions of a call that waits for the clock or for the
 * reply to a claim are burned.
 *
 * <p><b>A claim that does not return</b> is given up ({@link ClaimSender}). Its calls have ended
 * at their deadlines before, except the call of a thread that is still in the claim. Another thread
 * then claims for later calls. If the first claim returns after all, its positions are burned.
 *
 * <p><b>No call is lost.</b> Until it ends, a call with a future is parked in {@link Requests},
 * whose timer continues it at its deadline at the latest, or a thread works on it. A thread that
 * waits checks again from time to time.
 */
public final class ClaimQueue implements Positions {

  static final long MAX_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  final String name;
  final LineClaims claims;
  final SuspensionGate gate;
  final Context context;

  final Object lock = new Object();

  /**
   * The calls that wait for a claim. Calls with a future are also parked while no thread works on
   * them. The lock guards the calls.
   */
  final Requests requests;

  private final SharedClaims shared;

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
    this.requests = new Requests(lock, context, this::goOn);
    this.shared = new SharedClaims(this);
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
    long deadline = context.deadline();
    long start = claims.inTurn() ? claimInTurn(count, deadline) : claimAlone(count, deadline);
    made.add(count);
    return start;
  }

  @SuppressWarnings("CatchingUnchecked")
  private long claimAlone(long count, long deadline) {
    while (true) {
      long before = gate.pass(deadline);
      long begun = context.beginOfClaim();
      long start;
      try {
        start = claims.claim(count, deadline);
      } catch (Throwable e) { // The failure is reported to the observer, and thrown again.
        context.tellOfClaim(name, begun, e);
        throw e;
      }
      context.tellOfClaim(name, begun, null);
      awaitClock(claims.end(start, count) - 1, deadline);
      if (gate.suspensions() == before) {
        gate.refuseIfClosed();
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

  /** Makes a claim for all waiting threads, or gets positions from the claim of another thread. */
  private long claimInTurn(long count, long deadline) {
    StackRoom.toReturn(); // Other threads must not wait for a claim that never ends.
    Request call = new Request(0, null, true, deadline, null);
    call.begin(count, Requests.LATER);
    try {
      while (!shared.settle(call)) {
        if (!shared.claimFor(call)) {
          call.pause(context, "generator=" + name);
        }
      }
      return call.run.start;
    } finally {
      shared.leave(call);
    }
  }

  @Override
  public long next() {
    return claim(1);
  }

  @Override
  public <T> T next(long argument, Encoder<T> encoder) {
    return Objects.requireNonNull(encoder.encode(Owned.NOTHING.worker(), claim(1), argument));
  }

  @Override
  public void fill(long count, RunSink sink, boolean whole) {
    long start = claim(count);
    long unused = sink.add(Owned.NOTHING.worker(), start, claims.end(start, count) - start, 0);
  }

  @Override
  public <T> CompletableFuture<T> fillAsync(
      long count, RunSink sink, boolean whole, Supplier<T> made) {
    StackRoom.toReturn();
    Result<T> result = new Result<>(new CompletableFuture<>(), () -> {
      T answer = made.get();
      this.made.add(count);
      return answer;
    });
    Request call = new Request(count, sink, true, context.deadline(), result);
    call.begin(count, Requests.LATER);
    goOn(call);
    return result.future();
  }

  /** Completes a call that has its positions. Otherwise the call waits, unless it was cancelled. */
  @SuppressWarnings("CatchingUnchecked")
  private void goOn(Request call) {
    try {
      if (shared.settle(call)) {
        long unused = call.add(call.run);
        call.complete();
      }
    } catch (Throwable e) { // The call's caller is on another thread.
      Throwable outcome = Context.outcome(name, e);
      synchronized (lock) {
        requests.forget(call);
      }
      call.fail(outcome);
    }
  }

  /** Returns the exception for a call whose deadline has passed. */
  MintmarkException late() {
    return gate.isSuspended()
        ? gate.suspendedTooLong()
        : context.outOfTime("generator=" + name, null);
  }

  @Override
  public long made() {
    return made.sum();
  }

  @Override
  public void suspend() {
    gate.suspend();
  }

  @Override
  public void resume() {
    gate.resume();
    shared.executeNext();
  }

  @Override
  public void close() {
    gate.close();
    synchronized (lock) {
      requests.wake();
    }
    requests.goOn();
  }
}
