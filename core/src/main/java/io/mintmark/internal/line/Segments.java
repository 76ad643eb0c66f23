package io.mintmark.internal.line;

import io.mintmark.internal.store.LineStore;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Claims segments (ranges of positions) ahead on the line of a sequence, which is a durable counter
 * in the store. A segment should last about a given time at the rate at which the last segment was
 * used.
 */
public final class Segments implements RangeSource {

  private final LineStore store;
  private final String line;
  private final long positions;
  private final String numbers;
  private final SegmentSize size;

  /** The end of the claims that this object, and earlier generators on this line, have made. */
  private final AtomicLong claimedEnd;

  /** The start of the last claim of this object. If it is past the end, the sequence is used up. */
  private long stood;

  /**
   * Creates a source.
   *
   * @param store the store that holds the line
   * @param line the line's name
   * @param positions the end of the positions that this sequence may use, exclusive
   * @param numbers the end in the form that users know, for messages, for example {@code last=99}
   * @param size chooses the sizes of segments
   * @param ends the ends of the claims that earlier generators have made on each line
   */
  public Segments(
      LineStore store,
      String line,
      long positions,
      String numbers,
      SegmentSize size,
      LineEnds ends) {
    this.store = store;
    this.line = line;
    this.positions = positions;
    this.numbers = numbers;
    this.size = size;
    this.claimedEnd = ends.of(line);
  }

  @Override
  public Claimed claim(ClaimRequest request) {
    long owned = request.held().end();
    refuseEnded(Math.max(owned, stood));
    long unused = Math.max(0, owned - request.held().position());
    long wanted = size.next(unused);
    long count = Math.min(Math.max(request.wanted(), wanted - unused), positions - owned);
    long before = Math.max(owned, claimedEnd.get());
    long start = store.claim(line, 0, count);
    LineEnds.check(line, start, before);
    LineEnds.raise(claimedEnd, start + count);
    stood = start;
    refuseEnded(start);
    size.claimed(wanted, unused + count);
    long end = count < positions - start ? start + count : positions;
    return new Claimed(0, start, end, size.renewBelow(wanted));
  }

  /**
   * Throws if the line has reached its end. This is also checked before a claim, because a process
   * with a higher maximum could no longer use the positions that this claim takes past the end.
   */
  private void refuseEnded(long next) {
    if (next >= positions) {
      throw NumberClaims.ended(1, 0, numbers, line);
    }
  }
}
