package io.mintmark.store.file;

import io.mintmark.ExhaustedException;
import io.mintmark.store.ClaimArguments;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.sql.SQLException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One call on its way from the caller's thread to the writer's and back.
 *
 * <p>The state is the hand-over: the writer takes a call, fills in its answer and sets it answered;
 * a caller whose deadline has passed may abandon a call that is not taken, and then nothing is
 * done. All other fields are plain: the push publishes the arguments, the state publishes the
 * answer.
 */
abstract class Call {

  private static final int WAITING = 0;
  private static final int TAKEN = 1;
  private static final int ANSWERED = 2;
  private static final int ABANDONED = 3;

  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(Call.class, "state", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  final String line;

  /** What was pushed before this one, and how many wait with it; see {@link GroupCommit}. */
  @Nullable
  Call older;

  int depth;

  /** The answer. */
  long answer;

  @Nullable
  Throwable failure;

  private final Thread caller = Thread.currentThread();

  private volatile int state = WAITING;

  Call(String line) {
    this.line = line;
  }

  /** Does the call in the batch's memory; durable when the batch is. */
  abstract void apply(Batch batch) throws SQLException;

  /** Takes the call for the writer, unless its caller has gone. */
  final boolean take() {
    return STATE.compareAndSet(this, WAITING, TAKEN);
  }

  /** Wakes the caller with the answer, or does nothing if it has gone. */
  final void wake() {
    if (state == TAKEN) {
      state = ANSWERED;
      LockSupport.unpark(caller);
    }
  }

  /**
   * Waits in the caller's thread, through interrupts, which are kept for later.
   *
   * @return whether the answer came before the deadline
   */
  final boolean await(long deadlineNanos) {
    boolean interrupted = false;
    try {
      while (state != ANSWERED) {
        long left = deadlineNanos - System.nanoTime();
        if (left <= 0) {
          return false;
        }
        LockSupport.parkNanos(this, left);
        interrupted |= Thread.interrupted();
      }
      return true;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Gives the call up; returns whether the writer has not taken it and never will. */
  final boolean abandon() {
    return STATE.compareAndSet(this, WAITING, ABANDONED);
  }

  /** {@code start = max(next, atLeast); next = start + count}. */
  static final class Claim extends Call {

    private final long atLeast;
    private final long count;

    Claim(String line, long atLeast, long count) {
      super(line);
      this.atLeast = atLeast;
      this.count = count;
    }

    @Override
    void apply(Batch batch) throws SQLException {
      Position position = batch.position(line);
      long start = Math.max(position.next, atLeast);
      try {
        batch.move(position, ClaimArguments.end(line, start, count));
        answer = start;
      } catch (ExhaustedException e) {
        failure = e;
      }
    }
  }

  /** Answers 1 if it moved the line, else 0. */
  static final class CompareAndSet extends Call {

    private final long expected;
    private final long next;

    CompareAndSet(String line, long expected, long next) {
      super(line);
      this.expected = expected;
      this.next = next;
    }

    @Override
    void apply(Batch batch) throws SQLException {
      Position position = batch.position(line);
      if (position.next == expected) {
        batch.move(position, next);
        answer = 1;
      }
    }
  }

  /** Writes a note. */
  static final class Annotate extends Call {

    private final String note;

    Annotate(String line, String note) {
      super(line);
      this.note = note;
    }

    @Override
    void apply(Batch batch) {
      batch.annotate(line, note);
    }
  }
}
