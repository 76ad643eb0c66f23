package io.mintmark.store.engine;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One call on its way from the caller's thread to the engine and back.
 *
 * <p>The state is the hand-over: the writer takes a call, fills in its answer and sets it
 * answered; a caller whose deadline has passed may abandon a call that is not taken, and then
 * nothing is done. All other fields are plain: the push publishes the arguments, the state
 * publishes the answer.
 */
abstract class Call {

  private static final int WAITING = 0;
  private static final int TAKEN = 1;
  private static final int ANSWERED = 2;
  private static final int ABANDONED = 3;

  /** No VarHandle: the first use of one allocates, and a call is given up when memory is out. */
  private static final AtomicIntegerFieldUpdater<Call> STATE =
      AtomicIntegerFieldUpdater.newUpdater(Call.class, "state");

  final String line;

  /** What was pushed before this one, and how many wait with it; see {@link GroupCommit}. */
  @Nullable
  Call older;

  int depth;

  /** Whether the writer was woken for this one or one below it. */
  boolean isWriterWoken;

  /** What else the waker was given; see {@link Waker}. */
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

  /** The write for this call alone. */
  abstract Write write();

  /** Whether nobody has taken the call yet. */
  final boolean isWaiting() {
    return state == WAITING;
  }

  final boolean isOf(Thread thread) {
    return caller == thread;
  }

  final boolean isOfTheCallerOf(Call other) {
    return caller == other.caller;
  }

  /** Takes the call to be written, unless its caller has gone. */
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

  /** Asks for another round, in which this call has a write of its own. */
  final void retryAlone() {
    alone = true;
  }

  final boolean isAlone() {
    return alone;
  }

  /** Whether there is an answer or a failure. */
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
   * Hands over a failure, unless the caller has its answer or has gone. Allocates nothing. If the
   * waker is just handing over the answer, the caller gets one of the two: a range that was claimed
   * may always be burned.
   */
  final void giveUp(Throwable cause) {
    STATE.compareAndSet(this, WAITING, TAKEN);
    if (state == TAKEN) {
      fail(cause);
      deliver();
    }
  }

  /** Hands the answer to the caller, and wakes it if it sleeps. Allocates nothing. */
  final void deliver() {
    deliverAsleep();
    if (caller != Thread.currentThread()) {
      LockSupport.unpark(caller);
    }
  }

  /** Hands the answer to the caller, which another call of its thread wakes. */
  final void deliverAsleep() {
    state = ANSWERED;
  }

  /**
   * Waits in the caller's thread, through interrupts, which are kept for later.
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

  /** Gives the call up; returns whether nobody has taken it and nobody ever will. */
  final boolean abandon() {
    return STATE.compareAndSet(this, WAITING, ABANDONED);
  }

  /** {@code start = max(next, atLeast); next = start + count}; answers the start. */
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

  /** Answers 1 if it moved the line, else 0. */
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
