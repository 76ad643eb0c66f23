package io.mintmark.store.engine;

import io.mintmark.error.ExhaustedException;
import io.mintmark.error.Message;
import io.mintmark.internal.store.ClaimArguments;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;

/**
 * A change of one line (a counter of the engine) that an engine must make. One write may serve
 * several callers, which then share the engine's answer.
 */
public abstract sealed class Write {

  private final String line;

  /** The callers that wait for this write, in the order of their calls. */
  final List<Call> calls = new ArrayList<>(1);

  private Write(Call first) {
    line = first.line;
    calls.add(first);
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
    calls.forEach(call -> call.fail(cause));
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
   * Answers that this write was made.
   *
   * @param next the line's position after this write, as {@link #target} returned it
   */
  public abstract void done(long next);

  /**
   * Answers that nothing was changed, because {@link #target} is empty for the line's position.
   *
   * @param next the line's position
   */
  public abstract void refused(long next);

  /** Returns whether a call may share this write. Otherwise it needs a write of its own. */
  boolean canJoin(Call call) {
    return false;
  }

  /** Adds a call for which {@link #canJoin} returned true. */
  void join(Call call) {
    throw new IllegalStateException(
        Message.of("a write that is no claim cannot be part of a claim: line={}", line));
  }

  /** Claims a range: {@code start = max(next, atLeast); next = start + count}. */
  public static final class Claim extends Write {

    private long atLeast;
    private long count;

    Claim(Call.Claim first) {
      super(first);
      atLeast = first.atLeast;
      count = first.count;
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

    /**
     * Answers that the range was claimed. Divides it among the callers. The caller with the highest
     * {@code atLeast} gets the first part, so all other callers also start above their own
     * {@code atLeast}. Each caller gets the range that it would have got if all had claimed alone
     * in that order.
     *
     * @param start the first position of the range
     */
    public void claimed(long start) {
      if (start < atLeast || start > Long.MAX_VALUE - count) {
        failed(new IllegalStateException(Message.of(
            "the engine's answer is outside the request: start={}, atLeast={}, count={}, line={}",
            start,
            atLeast,
            count,
            line())));
        return;
      }
      List<Call.Claim> ordered = new ArrayList<>();
      calls.forEach(call -> ordered.add((Call.Claim) call));
      if (ordered.size() > 1) {
        ordered.sort(Comparator.comparingLong(call -> -call.atLeast));
      }
      long next = start;
      for (Call.Claim call : ordered) {
        call.answer(next);
        next += call.count;
      }
    }

    /**
     * Answers that nothing was claimed, because the range would exceed {@link Long#MAX_VALUE}. The
     * claim of a caller whose own range fits is tried once more, alone.
     *
     * @param next the line's position
     */
    public void exhausted(long next) {
      for (Call call : calls) {
        Call.Claim claim = (Call.Claim) call;
        if (calls.size() > 1 && Math.max(next, claim.atLeast) <= Long.MAX_VALUE - claim.count) {
          claim.retryAlone();
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
    public OptionalLong target(long next) {
      long start = Math.max(next, atLeast);
      return start > Long.MAX_VALUE - count ? OptionalLong.empty() : OptionalLong.of(start + count);
    }

    @Override
    public void done(long next) {
      claimed(next - count);
    }

    @Override
    public void refused(long next) {
      exhausted(next);
    }

    @Override
    boolean canJoin(Call call) {
      return call instanceof Call.Claim claim
          && !claim.isAlone()
          && !calls.get(0).isAlone()
          && claim.count <= Long.MAX_VALUE - Math.max(atLeast, claim.atLeast) - count;
    }

    @Override
    void join(Call call) {
      Call.Claim claim = (Call.Claim) call;
      atLeast = Math.max(atLeast, claim.atLeast);
      count += claim.count;
      calls.add(claim);
    }
  }

  /** Moves the line if it is at an expected position. */
  public static final class CompareAndSet extends Write {

    private final Call.CompareAndSet call;

    CompareAndSet(Call.CompareAndSet call) {
      super(call);
      this.call = call;
    }

    /**
     * Returns the position at which the line must be.
     *
     * @return 0 or more; 0 for a line that does not exist
     */
    public long expected() {
      return call.expected;
    }

    /**
     * Returns the line's new position.
     *
     * @return above {@link #expected}, or below it to lower the line
     */
    public long next() {
      return call.next;
    }

    /**
     * Answers whether this moved the line.
     *
     * @param answer whether this write moved the line
     */
    public void moved(boolean answer) {
      call.answer(answer ? 1 : 0);
    }

    @Override
    public OptionalLong target(long next) {
      return next == call.expected ? OptionalLong.of(call.next) : OptionalLong.empty();
    }

    @Override
    public void done(long next) {
      moved(true);
    }

    @Override
    public void refused(long next) {
      moved(false);
    }
  }

  /** Writes a note on an existing line. */
  public static final class Note extends Write {

    private final Call.Note call;

    Note(Call.Note call) {
      super(call);
      this.call = call;
    }

    /**
     * Returns the note.
     *
     * @return text that follows the rule for notes
     */
    public String text() {
      return call.text;
    }

    /** Answers that the note was written, or that the line does not exist. */
    public void written() {
      call.answer(0);
    }

    @Override
    public OptionalLong target(long next) {
      return OptionalLong.empty();
    }

    @Override
    public void done(long next) {
      written();
    }

    @Override
    public void refused(long next) {
      written();
    }
  }
}
