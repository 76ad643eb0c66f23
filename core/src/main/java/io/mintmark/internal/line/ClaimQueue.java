package io.mintmark.internal.line;

import io.mintmark.error.ClockBehindException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.error.TickExhaustedException;
import io.mintmark.internal.line.Requests.PositionRun;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/**
 * Serves calls on a line (a named, durable counter in the store) on which nothing is claimed ahead:
 * each call claims only the positions that it needs. So the ids of all processes have one order.
 * Thread-safe.
 *
 * <p>In a call that waits, the caller's thread makes the claim. Calls that return a future are
 * in the same kind of queue as those of a {@link LocalLine}. One claim at a time is made in the
 * background for all calls that are queued when the claim is sent, and its range is divided
 * among them in their order. So the ids of these calls, too, are in the one order over all
 * processes. If the line has too few positions left for all of them, or would get too far ahead
 * of the clock, a separate claim is made for each call, because smaller claims may succeed. No
 * thread waits for the clock with the positions of such a call, because a timer checks again.
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
 *
 * <p><b>Closing</b> ends all calls. The positions of a call that waits for the clock or for the
 * reply to a claim are burned.
 *
 * <p><b>No call is lost.</b> Until it ends, a call with a future is parked in {@link Requests},
 * whose timer continues it at its deadline at the latest, or a thread works on it.
 */
public final class ClaimQueue implements Lifecycle {

  /** The largest claim for several calls together. A single call may claim more. */
  private static final long MOST_SHARED = 1L << 20;

  private static final long MAX_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final String name;
  private final LineClaims claims;
  private final SuspensionGate gate;
  private final Context context;

  private final Object lock = new Object();

  /**
   * The calls with a future. A call is queued until a claim is sent for it, and parked while no
   * thread works on it. The lock guards these calls and the next field.
   */
  private final Requests requests;

  private boolean claiming;

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
        gate.refuseIfClosed();
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
    OneRun run = new OneRun(count);
    Supplier<T> counted = () -> {
      T answer = made.apply(run.start());
      this.made.add(count);
      return answer;
    };
    CompletableFuture<T> future = new CompletableFuture<>();
    LineCall<T> call = new LineCall<>(run, true, deadline(), counted, future);
    call.begin(count, Requests.LATER);
    goOn(call);
    return future;
  }

  private long deadline() {
    return context.elapsed().nanos() + context.claimTimeout().toNanos();
  }

  /**
   * Starts the background task that makes claims for the queued calls, unless it is already
   * running.
   */
  private void begin() {
    synchronized (lock) {
      if (claiming || requests.wanted() == 0 || gate.isSuspended()) {
        return;
      }
      claiming = true;
    }
    try {
      context.background().execute(this::work);
    } catch (RuntimeException | VirtualMachineError e) {
      MintmarkException failure = new StoreUnavailableException(
          Message.of("no thread is available for a claim: generator={}, reason={}", name, e), e);
      for (List<LineCall<?>> calls = take(); !calls.isEmpty(); calls = take()) {
        fail(calls, failure);
      }
    }
  }

  /** Makes claims until the queue is empty. After an error, later calls start a new task. */
  private void work() {
    boolean workedOff = false;
    try {
      for (List<LineCall<?>> calls = take(); !calls.isEmpty(); calls = take()) {
        answer(calls);
      }
      workedOff = true;
    } finally {
      if (!workedOff) {
        synchronized (lock) {
          claiming = false;
        }
      }
    }
  }

  /**
   * Takes the calls that share the next claim. Returns an empty list if the queue is empty or
   * claims are suspended.
   */
  private List<LineCall<?>> take() {
    synchronized (lock) {
      List<LineCall<?>> calls = new ArrayList<>();
      long sum = 0;
      for (Request next : gate.isSuspended() ? List.<Request>of() : requests.queued()) {
        if (!next.isDone()) {
          if (!calls.isEmpty() && next.want > MOST_SHARED - sum) {
            break;
          }
          calls.add((LineCall<?>) next);
          sum += next.want;
        }
        requests.remove(next);
      }
      claiming = !calls.isEmpty();
      return calls;
    }
  }

  @SuppressWarnings("CatchingUnchecked")
  private void answer(List<LineCall<?>> calls) {
    try {
      long deadline = calls.get(calls.size() - 1).deadline();
      long before = gate.pass(deadline);
      hand(calls, claimNow(calls.stream().mapToLong(call -> call.want).sum(), deadline), before);
      requests.goOn();
    } catch (ExhaustedException | TickExhaustedException | ClockBehindException e) {
      if (calls.size() == 1) {
        fail(calls, e);
      } else {
        calls.forEach(call -> answer(List.of(call)));
      }
    } catch (Throwable e) { // Every failure ends the calls of this claim.
      fail(calls, e);
    }
  }

  private void hand(List<LineCall<?>> calls, long first, long suspensions) {
    long start = first;
    synchronized (lock) {
      for (LineCall<?> call : calls) {
        call.suspensions = suspensions;
        long end = end(start, call.want);
        requests.hand(call, new PositionRun(Requests.LATER.range, start, end - start));
        start = end;
      }
    }
  }

  @SuppressWarnings("CatchingUnchecked")
  private long claimNow(long count, long deadline) {
    long startNanos = context.elapsed().nanos();
    try {
      long start = claims.claim(count, deadline);
      context.tellOfClaim(name, startNanos, null);
      return start;
    } catch (Throwable e) { // The failure is reported to the observer, and thrown again.
      context.tellOfClaim(name, startNanos, e);
      throw e;
    }
  }

  /**
   * Completes a call whose positions may be used now. Otherwise parks the call: until the clock is
   * near enough to its positions, or until a claim gives it positions. Ends the call at its
   * deadline.
   */
  @SuppressWarnings("CatchingUnchecked")
  private void goOn(LineCall<?> call) {
    try {
      PositionRun run;
      synchronized (lock) {
        if (call.isDone()) {
          requests.remove(call);
          return;
        }
        gate.refuseIfClosed();
        run = call.handed;
        if (run == null || gate.suspensions() != call.suspensions) {
          queue(call);
          run = null;
        } else {
          long wait = claims.waitNanos(run.start + run.count - 1, call.deadline());
          if (wait > 0) {
            call.waits(false, Math.min(wait, MAX_PAUSE_NANOS));
            requests.park(call);
            return;
          }
        }
      }
      if (run == null) {
        begin();
      } else {
        call.add(run);
        call.complete();
      }
    } catch (Throwable e) { // The call's caller is on another thread.
      fail(List.of(call), e);
    }
  }

  /**
   * Queues a new call, or a call whose positions are burned, for the next claim. A call whose claim
   * is in flight only waits for it.
   */
  private void queue(LineCall<?> call) {
    if (call.begun && call.left(context) <= 0) {
      throw late();
    }
    boolean isClaimedFor = call.begun && call.handed == null;
    call.handed = null;
    call.waits(true, call.left(context));
    requests.park(call);
    if (!isClaimedFor) {
      requests.add(call);
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

  private void fail(List<LineCall<?>> calls, Throwable cause) {
    Throwable outcome = Context.outcome(name, cause);
    synchronized (lock) {
      calls.forEach(requests::forget);
    }
    calls.forEach(call -> call.fail(outcome));
  }

  @Override
  public void suspend() {
    gate.suspend();
  }

  @Override
  public void resume() {
    gate.resume();
    begin();
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
