package io.mintmark.internal.line;

import io.mintmark.error.ExhaustedException;
import io.mintmark.error.Message;
import io.mintmark.internal.store.LineStore;
import java.util.function.LongSupplier;

/**
 * Makes claims on a line (a named, durable counter in the store) whose positions carry no time, up
 * to a given end. Each claim takes only the positions that a call needs. Thread-safe.
 *
 * <p><b>A refused call has claimed nothing.</b> A plain claim near the end would first take the
 * rest of the line, and then find that the rest is too short. So near its end, a line is moved with
 * a compareAndSet that expects the position that this process has last seen. The compareAndSet
 * succeeds only if the line has not moved meanwhile, so it never passes the end. Concurrent
 * attempts of one process would fail, so such claims are made in turn. The position that was last
 * seen is never above the present position. If too few positions are left even from the last seen
 * one, the call is refused without a request to the store.
 *
 * <p><b>Far from the end</b>, a plain claim is used, because it succeeds even if other processes
 * move the line at the same time. The position that was last seen far from the end may be old. If
 * other processes have used more than {@link #FAR} positions meanwhile, the claim takes the rest of
 * the line and the call is refused, so the rest becomes a gap.
 */
public final class NumberClaims implements LineClaims {

  /**
   * The distance from the end up to which compareAndSet is used. Even many calls of the largest
   * size together claim fewer positions.
   */
  private static final long FAR = 1L << 44;

  private final String line;
  private final LongSupplier first;
  private final long end;
  private final String numbers;
  private final SeenLine known;

  /**
   * Creates an object that makes claims on a line.
   *
   * @param store the store that holds the line
   * @param line the line's name
   * @param first the first position to claim
   * @param end the end of the positions that this sequence may use, exclusive
   * @param numbers the end in the form that users know, for messages, for example {@code last=99}
   * @param context provides the elapsed time and the deadline
   */
  public NumberClaims(
      LineStore store, String line, LongSupplier first, long end, String numbers, Context context) {
    this.line = line;
    this.first = first;
    this.known = new SeenLine(store, line, context);
    this.end = end;
    this.numbers = numbers;
  }

  @Override
  public boolean inTurn() {
    return known.seen() >= end - FAR;
  }

  @Override
  public long claim(long count, long deadline) {
    if (inTurn()) {
      return known.move(next -> startOf(next, count), count, deadline);
    }
    return startOf(known.claim(first.getAsLong(), count, deadline), count);
  }

  /** Returns the first position of a claim, or throws if too few positions are left. */
  private long startOf(long position, long count) {
    long next = Math.max(position, first.getAsLong());
    if (next > end - count) {
      throw ended(count, Math.max(0, end - next), numbers, line);
    }
    return next;
  }

  /** Returns the exception for a sequence that has too few positions left. */
  static ExhaustedException ended(long count, long left, String numbers, String line) {
    return new ExhaustedException(Message.of(
        "the sequence has come to its end: count={}, left={}, {}, line={}; no id issued; raise its"
            + " maximum unless it is opaque, or use a new name",
        count,
        left,
        numbers,
        line));
  }
}
