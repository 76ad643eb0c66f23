package io.mintmark.store.engine;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One call on its way from the caller's thread to the engine and back.
 *
 * <p>The state passes the call between threads. The writer takes a call, fills in its answer and
 * sets the state to answered. A caller whose deadline has passed may abandon a call that is not
 * taken. No write is then made for that call. All other fields are plain: the push onto the stack
 * publishes the arguments, and the state publishes the answer.
 */
abstract class Call {

  private static final int WAITING = 0;
  private static final int TAKEN = 1;
  private static final int ANSWERED = 2;
  private static final int ABANDONED = 3;

  /**
   * A field updater instead of a VarHandle, because the first use of a VarHandle allocates memory.
   * A call must be able to fail when memory has run out.
   */
  private static final AtomicIntegerFieldUpdater<Call> STATE =
      AtomicIntegerFieldUpdater.newUpdater(Call.class, "state");

  final String line;

  /**
   * The call below this one on the stack. {@link #depth} is the number of calls from this one down.
   */
  @Nullable
  Call older;

  int depth;

  /** Whether the writer was woken for this call or for a call below it. */
  boolean isWriterWoken;

  /** The next call that the waker handles; see {@link Waker}. */
  @Nullable
  Call nextToWake;

  private long answer;
  private boolean filled;
  private boolean alone;
  private @Nullable Throwable failure;

  private final Thread caller = Thread.currentThread();

  private volatile int state = WAITING;

  Call(String line) {
    this.line = line;
  }

  /** Returns a write for this call alone. */
  abstract Write write();

  /** Returns whether no thread has taken the call yet. */
  final boolean isWaiting() {
    return state == WAITING;
  }

  final boolean isOf(Thread thread) {
    return caller == thread;
  }

  final boolean isOfTheCallerOf(Call other) {
    return caller == other.caller;
  }

  /** Takes the call to be written, unless its caller has abandoned it. */
  final boolean take() {
    return STATE.compareAndSet(this, WAITING, TAKEN) || alone;
  }

  final void answer(long value) {
    answer = value;
    filled = true;
  }

  final void fail(Throwable cause) {
    failure = cause;
    filled = true;
  }

  /** Requests another round, in which this call gets a write of its own. */
  final void retryAlone() {
    alone = true;
  }

  final boolean isAlone() {
    return alone;
  }

  /** Returns whether there is an answer or a failure. */
  final boolean isFilled() {
    return filled;
  }

  final long answer() {
    return answer;
  }

  final @Nullable Throwable failure() {
    return failure;
  }

  /**
   * Delivers a failure, unless the caller has its answer or has abandoned the call. Allocates
   * nothing. If the waker delivers the answer at the same time, the caller gets either the answer
   * or the failure. Both are correct, because a claimed range may always be burned.
   */
  final void giveUp(Throwable cause) {
    STATE.compareAndSet(this, WAITING, TAKEN);
    if (state == TAKEN) {
      fail(cause);
      deliver();
    }
  }

  /** Delivers the answer to the caller, and wakes the caller's thread. Allocates nothing. */
  final void deliver() {
    deliverAsleep();
    if (caller != Thread.currentThread()) {
      LockSupport.unpark(caller);
    }
  }

  /** Delivers the answer to the caller, whose thread is awake or is woken for another call. */
  final void deliverAsleep() {
    state = ANSWERED;
  }

  /**
   * Waits in the caller's thread, without being interruptible. The interrupt flag is kept.
   *
   * @return whether the answer came before the deadline
   */
  final boolean await(Deadline deadline) {
    while (state != ANSWERED) {
      if (!deadline.awaitUnpark()) {
        return false;
      }
    }
    return true;
  }

  /**
   * Abandons the call, so that no thread can take it. Returns false if a thread has already taken
   * it.
   */
  final boolean abandon() {
    return STATE.compareAndSet(this, WAITING, ABANDONED);
  }

  /** {@code start = max(next, atLeast); next = start + count}. The answer is the start. */
  static final class Claim extends Call {

    final long atLeast;
    final long count;

    Claim(String line, long atLeast, long count) {
      super(line);
      this.atLeast = atLeast;
      this.count = count;
    }

    @Override
    Write write() {
      return new Write.Claim(this);
    }
  }

  /**
   * Moves a line (a counter of the engine) to a position. The answer is 1 if the line was moved,
   * else 0.
   */
  static final class CompareAndSet extends Call {

    final long expected;
    final long next;

    CompareAndSet(String line, long expected, long next) {
      super(line);
      this.expected = expected;
      this.next = next;
    }

    @Override
    Write write() {
      return new Write.CompareAndSet(this);
    }
  }

  /** Writes a note. */
  static final class Note extends Call {

    final String text;

    Note(String line, String text) {
      super(line);
      this.text = text;
    }

    @Override
    Write write() {
      return new Write.Note(this);
    }
  }
}
