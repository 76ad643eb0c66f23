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
 * Serves calls that each claim what they need, on one line: nothing is claimed ahead, so that ids
 * have one order over all processes. Thread-safe.
 *
 * <p>A thread that waits claims for itself. Calls without a thread queue, and one claim at a time
 * is made for all that have queued by then, in the background. It is made while each of them is
 * under way, and shared out in their order, so that one order over all processes holds for them
 * too. If the line has not that many positions left, or the claim comes too late, each call claims
 * for itself: fewer may fit.
 *
 * <p>A call without a thread ends by its deadline at the latest, whatever the store does. A thread
 * that claims for itself may have begun a call to the store just before its deadline, and returns
 * when the store's own timeout ends that call. What was claimed for a call that has ended, or was
 * cancelled, is burned: a call's positions are its own from the moment they are shared out, and its
 * future is completed once.
 *
 * <p><b>No copy of a snapshot uses what another may use.</b> Every copy has the positions that a
 * call waited with for the clock, and gets the answer of a claim that was under way. So a call
 * counts the suspensions before it asks the store, and again when its ids may be used. If there was
 * one between, its positions are burned, and it claims others.
 */
public final class ClaimQueue implements Lifecycle {

  /** No claim for several calls is for more than that; one call's may be. */
  private static final long MOST_SHARED = 1L << 20;

  private static final long MAX_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final String name;
  private final LineClaims claims;
  private final SuspensionGate gate;
  private final Context context;

  /**
   * Calls that no claim is made for yet, in their order; guarded by this, as is all below. An array
   * that finds no memory to grow would lose all of them; these links lose none.
   */
  private final Queue<Call<?>> queue = new ConcurrentLinkedQueue<>();

  /** The same and those that a claim is under way for; those that have ended go late. */
  private final Queue<Call<?>> open = new ConcurrentLinkedQueue<>();

  private boolean claiming;
  private boolean timed;

  /** Each call costs a claim, so that counting it does not show. */
  private final LongAdder made = new LongAdder();

  /**
   * Makes an empty queue.
   *
   * @param name the generator's name, for messages
   * @param claims claims on the line
   * @param context clocks, background and deadline
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
   * @return as of now
   */
  public long made() {
    return made.sum();
  }

  /**
   * Claims the next positions, and does not wait.
   *
   * @param count how many, 1 or more
   * @param made makes the answer of the first of them
   * @param <T> the answer
   * @return completed when the claim has arrived, or by the deadline with what {@link #claim}
   *     throws
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

  /** Nothing waits without a timer: where none can be set, the call fails. */
  private synchronized void add(Call<?> call) {
    open.add(call);
    setTimer();
    queue.add(call);
  }

  /** Starts a claim for the queue in the background, unless one is under way. */
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
              Message.of("no thread takes a claim: generator={}, reason={}", name, e), e));
    }
  }

  /** An error, such as of memory, ends this turn and not those of later calls. */
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

  /** Takes those that share the next claim; none is left, or none may claim now, if it is empty. */
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
    } catch (Throwable e) { // Whatever failed is their outcome: their callers are elsewhere.
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
    } catch (Throwable e) { // Told, and thrown on.
      context.tellOfClaim(name, startNanos, e);
      throw e;
    }
    context.tellOfClaim(name, startNanos, null);
    return start;
  }

  /**
   * Completes a call once the clock has come near enough to the positions that are its own.
   *
   * @param before how often this had been suspended when they were asked for
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
    } catch (Throwable e) { // Such as of memory; the caller is elsewhere.
      fail(List.of(call), e);
    }
  }

  /** Its positions were burned; its time goes on. */
  private void addAgain(Call<?> call) {
    synchronized (this) {
      queue.add(call);
    }
    begin();
  }

  /** Calls have one timeout, so that the first of them is the first to be late. */
  private synchronized void setTimer() {
    Call<?> first = open.peek();
    if (!timed && first != null) {
      long leftNanos = first.deadline - context.elapsed().nanos();
      context.elapsed().callAfter(Math.max(1, leftNanos), this::endLate);
      timed = true;
    }
  }

  /** A call leaves once its future has ended: an error on the way takes none out that has not. */
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
    } catch (Throwable e) { // Such as of memory.
      endWithoutTimer(e);
    }
  }

  /** Ends one call after another, until a timer can be set for the others. */
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

  /** Takes an ended call out; returns the first of those that are left. */
  private synchronized @Nullable Call<?> leave(Call<?> ended) {
    boolean unused = open.remove(ended);
    return open.peek();
  }

  private MintmarkException late() {
    return gate.isSuspended()
        ? gate.suspendedTooLong()
        : new StoreUnavailableException(Message.of(
            "nothing could be claimed in time: claimTimeoutMs={}, generator={}; no id issued",
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
