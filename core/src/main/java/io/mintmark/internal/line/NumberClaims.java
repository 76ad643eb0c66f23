package io.mintmark.internal.line;

import io.mintmark.error.ExhaustedException;
import io.mintmark.error.Message;
import io.mintmark.store.ClaimStore;

/**
 * A line of which every call claims what it needs, and nothing more, up to an end. Thread-safe.
 *
 * <p><b>A call that is refused has claimed nothing.</b> A plain claim would take what is left of
 * the line to find that it is too little. So a line whose end is in reach is moved by compareAndSet
 * from where it was seen: that succeeds only if nobody else has moved it, and so never passes the
 * end. One thread of a process does that at a time, for those that wait too ({@link TurnLock}), as
 * the others could only fail. Where the line was seen is never above where it stands. If too little
 * is left from there, the call is refused without asking the store.
 *
 * <p><b>Far from the end</b> a plain claim is used, which never has to be repeated. The line may
 * have been seen far from its end long ago. If others have used up all of {@link #FAR} since, the
 * call is refused, and the rest is a gap.
 */
public final class NumberClaims implements LineClaims {

  /** More than many calls of the largest size claim together. */
  private static final long FAR = 1L << 44;

  private final ClaimStore store;
  private final String line;
  private final long end;
  private final String numbers;
  private final SeenLine known;

  /** Whose turn it is to move the line by compareAndSet. */
  private final TurnLock turn;

  /**
   * Names a line.
   *
   * @param store where it is
   * @param line its name
   * @param end where it ends for this use, exclusive
   * @param numbers what people know the end by, for messages, for example {@code last=99}
   * @param context elapsed time and deadline
   */
  public NumberClaims(ClaimStore store, String line, long end, String numbers, Context context) {
    this.store = store;
    this.line = line;
    this.known = new SeenLine(store, line, context.ends());
    this.end = end;
    this.numbers = numbers;
    this.turn = new TurnLock(line, context);
  }

  @Override
  public long claim(long count, long deadline) {
    return known.seen() < end - FAR ? claimPlainly(count, deadline) : claimByTurns(count, deadline);
  }

  private long claimPlainly(long count, long deadline) {
    long before = known.ownedEnd();
    long start = store.claim(line, 0, count);
    while (!known.claimed(start, start, count, before)) {
      turn.checkTime(deadline);
      before = known.ownedEnd();
      start = store.claim(line, 0, count);
    }
    refuseTooFew(start, count);
    return start;
  }

  private long claimByTurns(long count, long deadline) {
    refuseTooFew(known.seen(), count);
    return turn.claim(count, deadline, all -> moved(all, deadline));
  }

  private long moved(long count, long deadline) {
    long next = known.lastSeen();
    while (true) {
      refuseTooFew(next, count);
      turn.checkTime(deadline);
      long before = known.ownedEnd();
      if (store.compareAndSet(line, next, next + count)
          && known.claimed(next, next, count, before)) {
        return next;
      }
      turn.checkTime(deadline);
      next = known.read();
    }
  }

  private void refuseTooFew(long next, long count) {
    if (next > end - count) {
      throw new ExhaustedException(Message.of(
          "the sequence has come to its end: count={}, left={}, {}, line={}; no id issued; raise"
              + " its maximum unless it is opaque, or use a new name",
          count,
          Math.max(0, end - next),
          numbers,
          line));
    }
  }
}
