package io.mintmark.store.engine;

import io.mintmark.error.ExhaustedException;
import io.mintmark.error.Message;
import io.mintmark.internal.store.ClaimArguments;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A change of one line (a counter of the engine) that an engine must make, and the call that
 * requested it. A claim may also combine the claims of several callers, which then share the
 * engine's answer.
 *
 * <p>{@link GroupCommit} passes a call between threads. Its lock publishes the request to the
 * thread that makes the write, and {@link #deliver} publishes the answer to the caller.
 */
public abstract sealed class Write {

  final String line;
  final Thread caller = Thread.currentThread();

  long answer;

  @Nullable
  Throwable failure;

  /** Whether there is an answer or a failure. */
  boolean filled;

  /** Whether this call requests another round, in which it gets a write of its own. */
  boolean alone;

  volatile boolean delivered;

  /** Whether the caller does not wait any more, so that a later round need not write this. */
  volatile boolean abandoned;

  private Write(String line) {
    this.line = line;
  }

  /**
   * Returns the line's name.
   *
   * @return the name, which follows the rule for names
   */
  public final String line() {
    return line;
  }

  /**
   * Answers that the outcome is unknown. If this is a claim, its range is burned: no caller gets
   * it.
   *
   * @param cause the reason
   */
  public final void failed(Throwable cause) {
    for (Write call : calls()) {
      call.fail(cause);
    }
  }

  /**
   * Computes the line's new position, for an engine that reads a line and then writes it on the
   * condition that no other process has changed it.
   *
   * @param next the line's position
   * @return its position after this write; empty if this write does not move the line from that
   *     position
   */
  public abstract OptionalLong target(long next);

  /**
   * Returns the line's note after this write, if it moves the line.
   *
   * @param before the line's note before, empty for a line that does not exist
   * @return the note, which follows the rule for notes
   */
  public String note(String before) {
    return before;
  }

  /**
   * Answers that this write was made.
   *
   * @param next the line's position after this write, as {@link #target} returned it
   */
  public void done(long next) {
    answer(1);
  }

  /**
   * Answers that nothing was changed, because {@link #target} is empty for the line's position.
   *
   * @param next the line's position
   */
  public void refused(long next) {
    answer(0);
  }

  /**
   * Answers whether this write was made, for an engine that does not return the line's position.
   * Must not be called for a claim.
   *
   * @param made whether it was made
   */
  public final void done(boolean made) {
    answer = made ? 1 : 0;
    filled = true;
  }

  /** Returns the calls that share this write: several for a combined claim, else this one. */
  List<? extends Write> calls() {
    return List.of(this);
  }

  /**
   * Returns a write that also makes another call's change. It is empty if that call needs a write
   * of its own.
   */
  Optional<Write> with(Write call) {
    return Optional.empty();
  }

  final void answer(long value) {
    answer = value;
    filled = true;
  }

  final void fail(Throwable cause) {
    failure = cause;
    filled = true;
  }

  /** Delivers the answer to the caller, and wakes the caller's thread. Allocates nothing. */
  final void deliver() {
    delivered = true;
    if (caller != Thread.currentThread()) {
      LockSupport.unpark(caller);
    }
  }

  /**
   * Delivers a failure, unless the caller has its answer.
   */
  final void giveUp(Throwable cause) {
    if (!delivered) {
      fail(cause);
      deliver();
    }
  }

  /**
   * Waits in the caller's thread, without being interruptible. The interrupt flag is kept.
   *
   * @return whether the answer came before the deadline
   */
  final boolean await(Deadline deadline) {
    while (!delivered) {
      if (!deadline.awaitUnpark()) {
        return false;
      }
    }
    return true;
  }

  /**
   * Claims a range: {@code start = max(next, atLeast); next = start + count}. A caller's answer is
   * the start.
   */
  public static final class Claim extends Write {

    private long atLeast;
    private long count;

    /** The callers' claims that this claim combines, in their order; empty for a single claim. */
    private final List<Claim> combined = new ArrayList<>(0);

    Claim(String line, long atLeast, long count) {
      super(line);
      this.atLeast = atLeast;
      this.count = count;
    }

    /**
     * Returns the lowest start that the callers can use.
     *
     * @return 0 or more
     */
    public long atLeast() {
      return atLeast;
    }

    /**
     * Returns the number of positions to claim.
     *
     * @return 1 or more; {@code atLeast + count} is at most {@link Long#MAX_VALUE}
     */
    public long count() {
      return count;
    }

    @Override
    public OptionalLong target(long next) {
      long start = Math.max(next, atLeast);
      return start > Long.MAX_VALUE - count ? OptionalLong.empty() : OptionalLong.of(start + count);
    }

    /**
     * Answers that the range before {@code next} was claimed. Divides it among the callers. The
     * caller with the highest {@code atLeast} gets the first part, so all other callers also start
     * above their own {@code atLeast}. Each caller gets the range that it would have got if all had
     * claimed alone in that order.
     */
    @Override
    public void done(long next) {
      long start = next - count;
      if (start < atLeast || start > Long.MAX_VALUE - count) {
        failed(new IllegalStateException(Message.of(
            "the engine's answer is outside the request: start={}, atLeast={}, count={}, line={}",
            start,
            atLeast,
            count,
            line())));
        return;
      }
      List<Claim> ordered = new ArrayList<>(calls());
      ordered.sort(Comparator.comparingLong(call -> -call.atLeast));
      for (Claim call : ordered) {
        call.answer(start);
        start += call.count;
      }
    }

    /**
     * Answers that nothing was claimed, because the range would exceed {@link Long#MAX_VALUE}. The
     * claim of a caller whose own range fits is tried once more, alone.
     */
    @Override
    public void refused(long next) {
      for (Claim claim : calls()) {
        if (!combined.isEmpty() && claim.target(next).isPresent()) {
          claim.alone = true;
          continue;
        }
        try {
          ClaimArguments.end(line(), Math.max(next, claim.atLeast), claim.count);
          claim.fail(new IllegalStateException(Message.of(
              "the engine refused a range that fits: next={}, count={}, line={}",
              next,
              claim.count,
              line())));
        } catch (ExhaustedException e) {
          claim.fail(e);
        }
      }
    }

    @Override
    List<Claim> calls() {
      return combined.isEmpty() ? List.of(this) : combined;
    }

    @Override
    Optional<Write> with(Write call) {
      if (!(call instanceof Claim claim)
          || claim.alone
          || alone
          || claim.count > Long.MAX_VALUE - Math.max(atLeast, claim.atLeast) - count) {
        return Optional.empty();
      }
      Claim all = this;
      if (combined.isEmpty()) {
        all = new Claim(line(), atLeast, count);
        all.combined.add(this);
      }
      all.combined.add(claim);
      all.atLeast = Math.max(atLeast, claim.atLeast);
      all.count += claim.count;
      return Optional.of(all);
    }
  }

  /**
   * Moves the line if it is at an expected position. The answer is 1 if the line was moved, else 0.
   */
  public static final class CompareAndSet extends Write {

    private final long expected;
    final long next;
    final String note;

    CompareAndSet(String line, long expected, long next, String note) {
      super(line);
      this.expected = expected;
      this.next = next;
      this.note = note;
    }

    /**
     * Returns the position at which the line must be.
     *
     * @return 0 or more; 0 for a line that does not exist
     */
    public long expected() {
      return expected;
    }

    /**
     * Returns the line's new position.
     *
     * @return above {@link #expected}, or below it to lower the line
     */
    public long next() {
      return next;
    }

    @Override
    public String note(String before) {
      return expected == 0 ? note : before;
    }

    @Override
    public OptionalLong target(long present) {
      return present == expected ? OptionalLong.of(next) : OptionalLong.empty();
    }
  }

  /** Writes a note on a line, if the line exists. The caller does not read the answer. */
  public static final class Note extends Write {

    private final String text;

    Note(String line, String text) {
      super(line);
      this.text = text;
    }

    /**
     * Returns the note.
     *
     * @return text that follows the rule for notes
     */
    public String text() {
      return text;
    }

    @Override
    public OptionalLong target(long next) {
      return OptionalLong.empty();
    }
  }
}
