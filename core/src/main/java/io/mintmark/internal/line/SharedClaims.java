package io.mintmark.internal.line;

import io.mintmark.error.ClockBehindException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.TickExhaustedException;
import io.mintmark.internal.line.Requests.PositionRun;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Serves the calls that wait in a {@link ClaimQueue}: queues them, makes one claim at a time, and
 * divides its positions among them. The queue's lock guards the calls.
 */
final class SharedClaims {

  /** The largest claim for several calls together. A single call may claim more. */
  private static final long MOST_SHARED = 1L << 20;

  /** A thread that waits checks again after this time, so that it does not depend on a wake-up. */
  private static final long MAX_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final ClaimQueue queue;
  private final ClaimSender sender;

  /** Creates an object that has made no claim. */
  SharedClaims(ClaimQueue queue) {
    this.queue = queue;
    this.sender = new ClaimSender(
        queue.name, queue.context, queue.context.background(), queue.lock, queue.requests);
  }

  /**
   * Returns whether a call has positions that it may use now. Otherwise it waits for the clock, or
   * in the queue for a claim, unless it was cancelled. If it has a future and waits, it is parked.
   *
   * @throws MintmarkException if the call has failed, or its deadline has passed
   */
  boolean settle(Request call) {
    synchronized (queue.lock) {
      if (call.isDone()) {
        queue.requests.remove(call);
        return false;
      }
      call.refuseFailed();
      queue.gate.refuseIfClosed();
      if (call.kept && queue.gate.suspensions() == call.suspensions) {
        long wait = queue.claims.waitNanos(call.run.start + call.run.count - 1, call.deadline);
        if (wait > 0) {
          call.waits(false, Math.min(wait, ClaimQueue.MAX_PAUSE_NANOS));
          park(call);
        }
        return wait <= 0;
      }
      if (call.begun && call.left(queue.context) <= 0) {
        throw queue.late();
      }
      call.begun = true;
      call.kept = false;
      call.waits(true, call.isBlocking() ? MAX_WAIT_NANOS : Long.MAX_VALUE);
      queue.requests.add(call);
      park(call);
    }
    if (!call.isBlocking()) {
      executeNext();
    }
    return false;
  }

  private void park(Request call) {
    if (!call.isBlocking()) {
      queue.requests.park(call);
    }
  }

  /**
   * Makes a claim for the queued call of the current thread, unless a claim is in flight, or the
   * queue is suspended.
   *
   * @return whether a claim was made. If it failed, the call has the failure
   */
  boolean claimFor(Request call) {
    SharedClaim claim = null;
    try {
      synchronized (queue.lock) {
        if (!call.queued || sender.isClaiming() || queue.gate.isSuspended()) {
          return false;
        }
        claim = sender.begin(new SharedClaim(call));
      }
      sender.run(claim);
      return true;
    } finally {
      sender.cancel(claim);
    }
  }

  /** Removes the call of the current thread from the queue. */
  void leave(Request call) {
    synchronized (queue.lock) {
      queue.requests.remove(call);
    }
    executeNext();
  }

  /** If no thread takes the claim, its calls end, and calls that came meanwhile get another one. */
  void executeNext() {
    SharedClaim next = beginNext();
    while (next != null && !sender.execute(next)) {
      next = beginNext();
    }
  }

  /**
   * Begins a claim for the first queued call. If a thread waits for that call, the thread is woken,
   * and makes its claim itself.
   */
  private @Nullable SharedClaim beginNext() {
    synchronized (queue.lock) {
      if (sender.isClaiming() || queue.gate.isSuspended()) {
        return null;
      }
      for (Request first : queue.requests.queued()) {
        if (first.isDone() || (first.isBlocking() && first.left(queue.context) <= 0)) {
          // The call was cancelled, or its thread is in a claim that was given up.
          queue.requests.forget(first);
        } else if (first.isBlocking()) {
          first.wake(queue.requests);
          return null;
        } else {
          return sender.begin(new SharedClaim(first));
        }
      }
      return null;
    }
  }

  /**
   * One claim for a call and for all calls that are queued when it is sent, if they are of the same
   * kind: all of them have a future, or a thread waits for each of them. They remain queued until
   * they get their parts.
   */
  private final class SharedClaim implements ClaimSender.Claim {

    private final Request first;
    private List<Request> calls;
    private long suspensions;
    private long start;

    SharedClaim(Request first) {
      this.first = first;
      this.calls = sharing();
    }

    private List<Request> sharing() {
      List<Request> sharing = new ArrayList<>();
      long left = MOST_SHARED;
      Stream<Request> queued = Stream.concat(Stream.of(first), queue.requests.queued().stream());
      for (Request call : queued.distinct().toList()) {
        if (call.queued && call.isBlocking() == first.isBlocking() && !call.isDone()) {
          if (call.want > left && !sharing.isEmpty()) {
            break;
          }
          sharing.add(call);
          left -= call.want;
        }
      }
      return sharing;
    }

    @Override
    public void send() {
      synchronized (queue.lock) {
        calls = sharing();
      }
      if (!calls.isEmpty()) {
        claim(calls.get(first.isBlocking() ? 0 : calls.size() - 1).deadline);
      }
    }

    /** Claims for all calls, or only for the first if that is too much. */
    private void claim(long deadline) {
      suspensions = queue.gate.pass(deadline);
      try {
        start = queue.claims.claim(calls.stream().mapToLong(call -> call.want).sum(), deadline);
      } catch (ExhaustedException | TickExhaustedException | ClockBehindException e) {
        if (calls.size() == 1) {
          throw e;
        }
        calls = List.of(calls.get(0));
        claim(deadline);
      }
    }

    /**
     * Divides the claimed positions among the calls that still wait. A failure ends the calls that
     * have a future. A thread makes the next attempt itself, unless it made this claim.
     */
    @Override
    public void end(@Nullable Throwable failure) {
      Throwable outcome = failure == null ? null : Context.outcome(queue.name, failure);
      for (Request call : calls) {
        long end = queue.claims.end(start, call.want);
        if (call.queued && failure == null) {
          call.suspensions = suspensions;
          call.takes(new PositionRun(Requests.LATER.range, start, end - start), true);
          queue.requests.serve(call);
        } else if (call.queued && !call.isBlocking()) {
          call.failure = outcome;
          queue.requests.serve(call);
        }
        start = end;
      }
    }

    @Override
    public ClaimSender.@Nullable Claim after(@Nullable Throwable failure) {
      if (first.isBlocking()) {
        first.failure = failure;
        return null;
      }
      return beginNext();
    }
  }
}
