package io.mintmark.store.engine;

import io.mintmark.error.ExhaustedException;
import io.mintmark.error.Message;
import io.mintmark.store.ClaimArguments;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;

/**
 * A change of one line that an engine is asked to make. Several callers may stand behind one write;
 * the engine's answer is shared out among them.
 */
public abstract sealed class Write {

  private final String line;

  /** The callers that wait for it, in the order in which they asked. */
  final List<Call> calls = new ArrayList<>(1);

  private Write(Call first) {
    line = first.line;
    calls.add(first);
  }

  /**
   * Names the line.
   *
   * @return its name, which follows the rule for names
   */
  public final String line() {
    return line;
  }

  /**
   * Answers that it is not known whether this was done; the range is burned.
   *
   * @param cause why
   */
  public final void failed(Throwable cause) {
    calls.forEach(call -> call.fail(cause));
  }

  /**
   * Computes where the line shall stand, for an engine that reads a line and then writes it on the
   * condition that nobody else has.
   *
   * @param next where the line stands
   * @return where it stands after this write; empty if this write does not move it from there
   */
  public abstract OptionalLong target(long next);

  /**
   * Answers that this write was done.
   *
   * @param next where the line stands after it, as {@link #target} said
   */
  public abstract void done(long next);

  /**
   * Answers that nothing was done, as {@link #target} is empty there.
   *
   * @param next where the line stands
   */
  public abstract void refused(long next);

  /** Whether one more caller may stand behind this write; else its call is another write. */
  boolean canJoin(Call call) {
    return false;
  }

  /** Takes one more caller that may join. */
  void join(Call call) {
    throw new IllegalStateException(Message.of(
        "something else than a claim was to be made part" + " of a claim: line={}", line));
  }

  /** {@code start = max(next, atLeast); next = start + count}. */
  public static final class Claim extends Write {

    private long atLeast;
    private long count;

    Claim(Call.Claim first) {
      super(first);
      atLeast = first.atLeast;
      count = first.count;
    }

    /**
     * Returns the lowest start that is of use.
     *
     * @return 0 or more
     */
    public long atLeast() {
      return atLeast;
    }

    /**
     * Returns how many positions to take.
     *
     * @return 1 or more; {@code atLeast + count} is at most {@link Long#MAX_VALUE}
     */
    public long count() {
      return count;
    }

    /**
     * Answers that the range was claimed. The caller with the highest floor comes first: the others
     * then start above theirs too, as if each had claimed alone in that order.
     *
     * @param start its first position
     */
    public void claimed(long start) {
      if (start < atLeast || start > Long.MAX_VALUE - count) {
        failed(new IllegalStateException(Message.of(
            "the engine answered outside of what was asked: start={}, atLeast={}, count={},"
                + " line={}",
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
     * Answers that nothing was claimed, as the range would pass {@link Long#MAX_VALUE}. Callers
     * whose own range would not are tried once more, alone.
     *
     * @param next where the line stands
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

  /** Moves the line if it stands where it is expected. */
  public static final class CompareAndSet extends Write {

    private final Call.CompareAndSet call;

    CompareAndSet(Call.CompareAndSet call) {
      super(call);
      this.call = call;
    }

    /**
     * Returns where the line must stand.
     *
     * @return 0 or more; 0 for a line that does not exist
     */
    public long expected() {
      return call.expected;
    }

    /**
     * Returns where it shall stand.
     *
     * @return above {@link #expected}
     */
    public long next() {
      return call.next;
    }

    /**
     * Answers whether this moved the line.
     *
     * @param answer whether it did
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

  /** Writes a note beside a line that exists. */
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

    /** Answers that it was written, or that there is no such line. */
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
