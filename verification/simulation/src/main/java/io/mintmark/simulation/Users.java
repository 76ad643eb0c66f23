package io.mintmark.simulation;

import io.mintmark.error.Message;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Those who call one generator of one process. Most do not wait; some wait in a thread of their
 * own, and that thread may be interrupted. Then the call ends at once, but where it is in a call to
 * the store, which takes what that takes; and its caller still finds the interrupt.
 */
final class Users {

  /** So many wait at a time at most, as each takes a thread. */
  private static final int MOST_WAITING = 3;

  private final World world;
  private final Scheduler scheduler;
  private final Node node;
  private final Subject subject;
  private final SubjectOracle oracle;
  private final Seen seen;
  private final Subject.Draw draw;
  private final Set<Before> open = new LinkedHashSet<>();
  private final List<Waiting> waiting = new ArrayList<>();
  private int threads;

  /**
   * Makes those of a generator.
   *
   * @param subject as all processes know it
   * @param own the same with the settings that this process has
   */
  Users(
      World world,
      Scheduler scheduler,
      Node node,
      Subject subject,
      Subject own,
      Subject.Draw draw) {
    this.world = world;
    this.scheduler = scheduler;
    this.node = node;
    this.subject = subject;
    this.oracle = world.oracle(subject);
    this.seen = new Seen(node, own, draw.openings());
    this.draw = draw;
  }

  /** A call that waits in a thread of its own. */
  private static final class Waiting {
    private final Thread thread = Thread.currentThread();
    private boolean interrupted;

    /** When it could notice that. */
    private long interruptedAtNanos;

    private long pausedThen;
  }

  Node node() {
    return node;
  }

  Subject subject() {
    return subject;
  }

  /** Calls for ids, and does not wait. */
  void call(int count) {
    Before before = begin(false);
    CompletableFuture<long[]> unused = draw.async().apply(count).whenComplete((ids, failure) -> {
      if (!node.isGone()) {
        end(before, ids, unwrapped(failure));
      }
    });
  }

  /** Calls for ids in a thread of its own, if not too many wait. */
  void callAndWait(int count) {
    if (threads == MOST_WAITING) {
      call(count);
      return;
    }
    threads++;
    scheduler.start(node, scheduler.nowNanos(), () -> {
      try {
        if (subject.order() == Subject.Order.IN_THREAD) {
          waitOneByOne(count);
        } else {
          boolean unused = waitFor(count);
        }
      } finally {
        threads--;
        node.endParks();
      }
    });
  }

  private void waitOneByOne(int count) {
    for (int made = 0; made < count && waitFor(1); made++) {}
  }

  /** Returns whether ids came. */
  private boolean waitFor(int count) {
    Before before = begin(true);
    Waiting call = new Waiting();
    waiting.add(call);
    long[] ids = null;
    Throwable failure = null;
    try {
      ids = draw.waiting().apply(count);
    } catch (RuntimeException | OutOfMemoryError e) {
      failure = e;
    } finally {
      waiting.remove(call);
    }
    checkInterrupt(call, Thread.interrupted());
    end(before, ids, failure);
    return ids != null;
  }

  private void checkInterrupt(Waiting call, boolean isInterrupted) {
    if (isInterrupted != call.interrupted) {
      throw new Violation(Message.of(
          "a call has changed its thread's interrupt: before={}, after={}, generator={}, host={}",
          call.interrupted,
          isInterrupted,
          subject.name(),
          node.host().number()));
    }
    long mostNanos = oracle.inStoreNanos() + World.GRACE_NANOS;
    long tookNanos = scheduler.nowNanos()
        - call.interruptedAtNanos
        - (node.host().pausedNanos() - call.pausedThen);
    if (isInterrupted && tookNanos > mostNanos) {
      throw new Violation(Message.of(
          "an interrupted call went on: tookMs={} > {}, generator={}, host={}",
          tookNanos / 1_000_000,
          mostNanos / 1_000_000,
          subject.name(),
          node.host().number()));
    }
  }

  /**
   * Interrupts those that wait.
   *
   * @param most how many at most
   * @return how many
   */
  int interrupt(int most) {
    int count = Math.min(most, waiting.size());
    for (Waiting call : waiting.subList(0, count)) {
      if (!call.interrupted) {
        call.interrupted = true;
        call.interruptedAtNanos = Math.max(scheduler.nowNanos(), node.pausedUntilNanos());
        call.pausedThen = node.host().pausedNanos();
        scheduler.interrupt(call.thread);
      }
    }
    return count;
  }

  private Before begin(boolean waits) {
    Before before = oracle.begin(seen, waits);
    open.add(before);
    return before;
  }

  private void end(Before before, long @Nullable [] ids, @Nullable Throwable failure) {
    open.remove(before);
    world.guard(() -> oracle.end(seen, before, ids, failure));
  }

  private static @Nullable Throwable unwrapped(@Nullable Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }

  boolean hasComeBack() {
    return oracle.hasComeBack(seen);
  }

  boolean areRewound() {
    return seen.isRewound();
  }

  /** Tells whether ids are made for them since all is well. */
  boolean makeIds() {
    return oracle.makesIds(seen);
  }

  /** Tells whether that is so, or none are left. */
  boolean areServed() {
    return oracle.isServed(seen);
  }

  /** Nothing may be left without an answer whose time is over. */
  void checkAnswered() {
    open.forEach(call -> oracle.checkTime(seen, call));
  }

  /** Nothing may be left without an answer, and everything goes on. */
  void checkAlive() {
    checkAnswered();
    oracle.checkAlive(seen);
  }
}
