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
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Serves calls that each claim only the positions that they need, on one line. Nothing is claimed
 * ahead, so all processes' ids are in one order. Thread-safe.
 *
 * <p>A thread that waits claims for itself. Calls without a thread are queued. One claim at a time
 * is made in the background for all queued calls. All of them are running when the claim is sent,
 * and its range is divided among them in their order. So these calls, too, are in the one order
 * over all processes. If the line has fewer positions left, or is too far ahead of the clock, each
 * call claims for itself, because smaller claims may succeed.
 *
 * <p>A call without a thread ends by its deadline at the latest, whatever the store does. A thread
 * that claims for itself may have begun a call to the store just before its deadline, and returns
 * when the store's own timeout ends that call. Positions that were claimed for a call that has
 * ended, or was cancelled, are burned: once the range is divided, only the call owns its positions,
 * and its future is completed only once.
 *
 * <p><b>No copy of a snapshot uses positions that another copy may use.</b> Every copy has the
 * positions with which a call waited for the clock, and gets the reply of a claim that was in
 * flight. So a call reads the count of suspensions before it sends the claim, and again when its
 * ids may be used. If the count has changed, its positions are burned, and it claims again.
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
   * Calls for which no claim was made yet, in their order. Guarded by this, like all fields below.
   * The queue is linked: if memory runs out, a linked queue loses no call, but an array that cannot
   * grow would lose all of them.
   */
  private final Queue<Call<?>> queue = new ConcurrentLinkedQueue<>();

  /**
   * All calls that have not ended, queued or with a claim in flight. Ended calls are removed later.
   */
  private final Queue<Call<?>> open = new ConcurrentLinkedQueue<>();

  private boolean claiming;
  private boolean timed;

  /** The count of positions that calls got. Counting costs much less than a claim. */
  private final LongAdder made = new LongAdder();

  /**
   * Makes an empty queue.
   *
   * @param name the generator's name, for messages
   * @param claims claims on the line
   * @param context provides clocks, background threads and the claim timeout
   */
  public ClaimQueue(String name, LineClaims claims, Context context) {
    this.name = name;
    this.claims = claims;
    this.gate = new SuspensionGate(name, context);
    this.context = context;
  }

  /** A call that no thread waits for. */
  private static final class Call<T> {
    private final long count;
    private final long deadline;
    private final LongFunction<T> made;
    private final CompletableFuture<T> future = new CompletableFuture<>();

    Call(long count, long deadline, LongFunction<T> made) {
      this.count = count;
      this.deadline = deadline;
      this.made = made;
    }
  }

  /**
   * Claims the next positions, and waits for them.
   *
   * @param count how many, 1 or more
   * @return the first of them
   * @throws MintmarkException as {@link LineClaims#claim} does, and if this is closed or stays
   *     suspended
   */
  public long claim(long count) {
    long deadline = deadline();
    while (true) {
      long before = gate.pass(deadline);
      long start = claimNow(count, deadline);
      awaitClock(start + count - 1, deadline);
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
   * Counts the positions that calls got here.
   *
   * @return the count until now
   */
  public long made() {
    return made.sum();
  }

  /**
   * Claims the next positions, and does not wait.
   *
   * @param count how many, 1 or more
   * @param made makes the result from the first of them
   * @param <T> the result
   * @return completed when the claim has returned, or by the deadline with the exception that
   *     {@link #claim} throws
   */
  public <T> CompletableFuture<T> claimAsync(long count, LongFunction<T> made) {
    StackRoom.toReturn();
    Call<T> call = new Call<>(count, deadline(), made);
    try {
      add(call);
      begin();
    } catch (RuntimeException | OutOfMemoryError e) {
      fail(List.of(call), e);
    }
    return call.future;
  }

  private long deadline() {
    return context.elapsed().nanos() + context.claimTimeout().toNanos();
  }

  /** Queues a call. A call never waits without a timer: if no timer can be set, the call fails. */
  private synchronized void add(Call<?> call) {
    open.add(call);
    setTimer();
    queue.add(call);
  }

  /** Starts a claim for the queued calls in the background, unless one is in flight. */
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
      List<Call<?>> refused;
      synchronized (this) {
        claiming = false;
        refused = takeAll(queue);
      }
      fail(
          refused,
          new StoreUnavailableException(
              Message.of("no thread is available for a claim: generator={}, reason={}", name, e),
              e));
    }
  }

  /**
   * Claims until the queue is empty. An error, for example out of memory, ends this task, but later
   * calls can start a new one.
   */
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
   * Takes the calls that share the next claim. Returns none if the queue is empty or claims are
   * suspended.
   */
  private synchronized List<Call<?>> take() {
    List<Call<?>> calls = new ArrayList<>();
    long sum = 0;
    while (!queue.isEmpty() && !gate.isSuspended()) {
      Call<?> next = queue.element();
      if (!next.future.isDone()) {
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
      start = claimNow(calls.stream().mapToLong(call -> call.count).sum(), deadline);
    } catch (ExhaustedException | TickExhaustedException | ClockBehindException e) {
      if (calls.size() == 1) {
        fail(calls, e);
      } else {
        calls.forEach(call -> answer(List.of(call)));
      }
      return;
    } catch (Throwable e) { // Any exception ends the calls of the claim.
      fail(calls, e);
      return;
    }
    for (Call<?> call : calls) {
      completeInTime(call, start, before);
      start += call.count;
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
   * Completes a call once the clock is near enough to the call's positions.
   *
   * @param before how often this had been suspended when the positions were requested
   */
  private void completeInTime(Call<?> call, long start, long before) {
    long last = start + call.count - 1;
    CompletableFuture<Boolean> settled = Retries.begin(
        context.elapsed(),
        call.deadline,
        () -> call.future.isDone() || gate.suspensions() != before
            ? Optional.of(false)
            : Optional.of(true).filter(own -> claims.waitNanos(last, call.deadline) <= 0),
        this::late,
        new CompletableFuture<>());
    CompletableFuture<Boolean> unused = settled.whenComplete((isOwn, thrown) -> {
      if (thrown != null) {
        fail(List.of(call), thrown);
      } else if (isOwn) {
        complete(call, start);
      } else if (!call.future.isDone()) {
        addAgain(call);
      }
    });
  }

  @SuppressWarnings("CatchingUnchecked")
  private <T> void complete(Call<T> call, long start) {
    try {
      T answer = call.made.apply(start);
      made.add(call.count);
      call.future.complete(answer);
    } catch (Throwable e) { // Memory may be exhausted. The call's caller is on another thread.
      fail(List.of(call), e);
    }
  }

  /** Queues a call again, with its old deadline, after its positions were burned. */
  private void addAgain(Call<?> call) {
    synchronized (this) {
      queue.add(call);
    }
    begin();
  }

  /**
   * Sets the timer to the first call's deadline. All calls have the same timeout, so no call has an
   * earlier deadline.
   */
  private synchronized void setTimer() {
    Call<?> first = open.peek();
    if (!timed && first != null) {
      long leftNanos = first.deadline - context.elapsed().nanos();
      context.elapsed().callAfter(Math.max(1, leftNanos), this::endLate);
      timed = true;
    }
  }

  /**
   * Ends the calls that are late. A call is removed only after its future is completed, so an error
   * in between loses none.
   */
  @SuppressWarnings("CatchingUnchecked")
  private void endLate() {
    synchronized (this) {
      timed = false;
    }
    try {
      long now = context.elapsed().nanos();
      MintmarkException late = null;
      Call<?> first = open.peek();
      while (first != null && (first.future.isDone() || first.deadline - now <= 0)) {
        if (!first.future.isDone()) {
          late = late == null ? late() : late;
          fail(List.of(first), late);
        }
        first = leave(first);
      }
      setTimer();
    } catch (Throwable e) { // For example, memory is exhausted.
      endWithoutTimer(e);
    }
  }

  /** Fails one call after another, until a timer can be set for the others. */
  private void endWithoutTimer(Throwable cause) {
    do {
      Call<?> first = open.peek();
      if (first != null) {
        fail(List.of(first), cause);
        Call<?> unused = leave(first);
      }
    } while (!canSetTimer());
  }

  private boolean canSetTimer() {
    try {
      setTimer();
      return true;
    } catch (RuntimeException | OutOfMemoryError e) {
      return false;
    }
  }

  /** Removes an ended call. Returns the first of the remaining calls. */
  private synchronized @Nullable Call<?> leave(Call<?> ended) {
    boolean unused = open.remove(ended);
    return open.peek();
  }

  private MintmarkException late() {
    return gate.isSuspended()
        ? gate.suspendedTooLong()
        : new StoreUnavailableException(Message.of(
            "no claim succeeded in time: claimTimeoutMs={}, generator={}; no id issued",
            context.claimTimeout().toMillis(),
            name));
  }

  private void fail(List<Call<?>> calls, Throwable cause) {
    Throwable outcome = Context.outcome(name, cause);
    calls.forEach(call -> call.future.completeExceptionally(outcome));
  }

  private static List<Call<?>> takeAll(Queue<Call<?>> calls) {
    List<Call<?>> all = new ArrayList<>(calls);
    calls.clear();
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
    List<Call<?>> left;
    synchronized (this) {
      left = takeAll(queue);
    }
    fail(left, gate.closed());
  }
}
