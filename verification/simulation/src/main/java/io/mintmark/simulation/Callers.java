package io.mintmark.simulation;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The callers of one generator of one process. Most of them do not wait. Some wait in a thread of
 * their own, which may be interrupted. An interrupted call ends at once or, if it is in a call to
 * the store, after that call. Its caller still finds the interrupt flag set.
 */
final class Callers {

  /** How many callers wait at a time at most, because each takes a thread. */
  private static final int MOST_WAITING = 3;

  private final Run run;
  private final Scheduler scheduler;
  final Node node;
  final Subject subject;
  private final Oracle oracle;
  private final Seen seen;
  private final Subject.Draw draw;
  private final Set<Oracle.Call> open = new LinkedHashSet<>();
  private final List<Waiting> waiting = new ArrayList<>();
  private int threads;

  /**
   * Makes the callers of a generator.
   *
   * @param own the subject with the settings of this process
   */
  Callers(
      Run run, Scheduler scheduler, Node node, Subject subject, Subject own, Subject.Draw draw) {
    this.run = run;
    this.scheduler = scheduler;
    this.node = node;
    this.subject = subject;
    this.oracle = run.oracle(subject);
    this.seen = new Seen(node, own, draw.openings());
    this.draw = draw;
  }

  /** A call that waits in a thread of its own. */
  private static final class Waiting {
    private final Thread thread = Thread.currentThread();
    private boolean interrupted;

    /** When it could notice the interrupt. */
    private long interruptedAtNanos;

    private long pausedThen;
  }

  boolean canWait() {
    return draw.waiting() != null;
  }

  /** Requests ids, and does not wait. */
  void call(int count) {
    Oracle.Call call = begin(false);
    CompletableFuture<long[]> unused = draw.async().apply(count).whenComplete((ids, failure) -> {
      if (!node.isGone()) {
        end(call, ids, failure instanceof CompletionException ? failure.getCause() : failure);
      }
    });
  }

  /** Requests ids in a thread of its own, unless too many threads wait. */
  void callAndWait(int count) {
    IntFunction<long[]> source = draw.waiting();
    if (threads == MOST_WAITING || source == null) {
      call(count);
      return;
    }
    threads++;
    scheduler.start(node, scheduler.nowNanos(), () -> {
      try {
        if (subject.order == Subject.Order.IN_THREAD) {
          for (int made = 0; made < count && waitFor(source, 1); made++) {}
        } else {
          boolean unused = waitFor(source, count);
        }
      } finally {
        threads--;
        node.endParks();
      }
    });
  }

  /** Returns whether the call returned ids. */
  private boolean waitFor(IntFunction<long[]> source, int count) {
    Oracle.Call call = begin(true);
    Waiting wait = new Waiting();
    waiting.add(wait);
    long[] ids = null;
    Throwable failure = null;
    try {
      ids = source.apply(count);
    } catch (RuntimeException | OutOfMemoryError e) {
      failure = e;
    } finally {
      waiting.remove(wait);
    }
    checkInterrupt(wait, Thread.interrupted());
    end(call, ids, failure);
    return ids != null;
  }

  private void checkInterrupt(Waiting wait, boolean isInterrupted) {
    String at = ", generator=" + subject.name + ", host=" + node.host.number;
    if (isInterrupted != wait.interrupted) {
      throw new Violation(
          "a call has changed its thread's interrupt: interrupted=" + isInterrupted + at);
    }
    long mostNanos = oracle.inStoreNanos() + Run.GRACE_NANOS;
    long tookNanos =
        scheduler.nowNanos() - wait.interruptedAtNanos - (node.host.pausedNanos - wait.pausedThen);
    if (isInterrupted && tookNanos > mostNanos) {
      throw new Violation("an interrupted call went on: tookMs=" + tookNanos / 1_000_000 + at);
    }
  }

  /**
   * Interrupts waiting callers.
   *
   * @param most how many at most
   * @return how many were interrupted
   */
  int interrupt(int most) {
    int count = Math.min(most, waiting.size());
    for (Waiting wait : waiting.subList(0, count)) {
      if (!wait.interrupted) {
        wait.interrupted = true;
        wait.interruptedAtNanos = Math.max(scheduler.nowNanos(), node.pausedUntilNanos());
        wait.pausedThen = node.host.pausedNanos;
        scheduler.interrupt(wait.thread);
      }
    }
    return count;
  }

  private Oracle.Call begin(boolean waits) {
    Oracle.Call call = oracle.begin(seen, waits);
    open.add(call);
    return call;
  }

  private void end(Oracle.Call call, long @Nullable [] ids, @Nullable Throwable failure) {
    open.remove(call);
    run.guard(() -> oracle.end(seen, call, ids, failure));
  }

  boolean hasComeBack() {
    return oracle.hasComeBack(seen);
  }

  boolean areRewound() {
    return seen.rewound;
  }

  /**
   * Whether these callers have received ids from new claims after the last fault: ids that were
   * made when all claims from before the end of that fault had run out.
   */
  boolean makeIds() {
    return oracle.makesIds(seen);
  }

  /** Whether the store has other settings for their ids, or has lost them. */
  boolean mayBeRefused() {
    return oracle.mayBeRefused(seen);
  }

  /** Whether they have received such ids, or no ids are left. */
  boolean areServed() {
    return oracle.isServed(seen);
  }

  /** Throws a violation if a call is not answered by its deadline. */
  void checkAnswered() {
    open.forEach(call -> oracle.checkTime(seen, call));
  }

  /**
   * Throws a violation if a call is not answered by its deadline, or if the generator makes no ids.
   */
  void checkAlive() {
    checkAnswered();
    oracle.checkAlive(seen);
  }
}
