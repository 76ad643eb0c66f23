package io.mintmark.internal.line;

import io.mintmark.error.ExhaustedException;
import io.mintmark.error.Message;
import io.mintmark.store.ClaimStore;

/**
 * A line on which each call claims the positions that it needs, and no more, up to an end.
 * Thread-safe.
 *
 * <p><b>A refused call has claimed nothing.</b> A plain claim would first take the rest of the
 * line, and then find that it is too short. So near its end, a line is moved by compareAndSet from
 * the position last seen. That succeeds only if the line has not moved since, so it never passes
 * the end. In a process, one thread at a time does this, and claims also for the threads that wait
 * ({@link TurnLock}). Concurrent attempts would fail. The position last seen is never above the
 * line's position. If too few positions are left from there, the call is refused without a request
 * to the store.
 *
 * <p><b>Far from the end</b>, a plain claim is used. It needs no repetition when other processes
 * move the line; it is repeated only if {@link SeenLine} burns it. The line may have been seen far
 * from its end long ago. If other processes have used all of {@link #FAR} since then, the call is
 * refused, and the rest of the line is a gap.
 */
public final class NumberClaims implements LineClaims {

  /** A distance from the end: more positions than many calls of the largest size claim together. */
  private static final long FAR = 1L << 44;

  private final ClaimStore store;
  private final String line;
  private final long end;
  private final String numbers;
  private final SeenLine known;

  /** Lets one thread at a time move the line by compareAndSet. */
  private final TurnLock turn;

  /**
   * Makes the claims of a line.
   *
   * @param store the store that holds the line
   * @param line the line's name
   * @param end where the line ends for this use, exclusive
   * @param numbers the end as users know it, for messages, for example {@code last=99}
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
