package io.mintmark.internal.line;

import io.mintmark.generator.Supply;
import io.mintmark.internal.line.RangeSource.ClaimRequest;
import io.mintmark.internal.line.RangeSource.Claimed;
import io.mintmark.internal.line.RangeSource.Owned;
import io.mintmark.internal.line.Requests.PositionRun;
import java.util.function.LongSupplier;

/**
 * The claimed ranges that a {@link LocalLine} holds: the <i>present</i> range, from which callers
 * take positions, and the <i>last</i> range, which is used after it. Usually both are the same.
 * Guarded by the line's lock.
 *
 * <p>The present range is left for the last one when it is used up, or when the clock has passed
 * it. No caller gets positions of a range that was left, because its limit is {@link
 * ClaimedRange#PARKED}, and all its positions are taken or skipped.
 *
 * <p>If all positions are dropped, callers may still wait with positions that they took before.
 * These must not be used any more. So this object counts how often it has dropped all positions,
 * and each range records this count when it is claimed.
 *
 * <p>This object also computes how many ids were made, so that making an id needs no counter. Each
 * position that a range has passed became an id, unless the position was skipped, or a caller took
 * it and could not use it. These exceptions are counted.
 */
final class HeldRanges {

  private final PositionCode code;
  private final RangeSource source;
  private final TickClock clock;
  private final LongSupplier numberStart;

  /** The range from which callers take positions. Only this class replaces it. */
  ClaimedRange present;

  private ClaimedRange last;

  /** The worker number and the end of the last claim. */
  Owned owned = Owned.NOTHING;

  private long renewBelow = -1;
  private long dropped;

  /** How many positions were passed in the ranges before the present range. */
  private long passedBefore;

  /** How many passed positions, of all ranges, did not become an id. */
  private long unused;

  /**
   * Creates an object without positions.
   *
   * @param numberStart chooses the number with which each new tick begins
   */
  HeldRanges(PositionCode code, RangeSource source, TickClock clock, LongSupplier numberStart) {
    this.code = code;
    this.source = source;
    this.clock = clock;
    this.numberStart = numberStart;
    this.present = nothing();
    this.last = present;
  }

  /** Returns a range without positions. */
  ClaimedRange nothing() {
    return new ClaimedRange(code, 0, 0, 0, dropped);
  }

  /** Returns whether there is a range after the present one. */
  boolean hasNext() {
    return last != present;
  }

  /** Returns whether so few positions are left that the next claim should be made. */
  boolean areLow() {
    return last == present
        && renewBelow >= 0
        && present.end - Math.max(present.position(), clock.floor()) <= renewBelow;
  }

  /**
   * Returns the limit for positions without time. It is the position at which the next claim must
   * be requested; after a failed claim, that is a later position.
   */
  long limitToRenew() {
    long left = present.end - present.position();
    if (hasNext() || renewBelow < 0 || left <= 0) {
      return present.end;
    }
    return left > renewBelow ? present.end - renewBelow : present.end - left / 2;
  }

  /**
   * Moves to the last range if the present range is used up, and to the current tick.
   *
   * @return whether the present range has changed
   */
  boolean advance() {
    long floor = clock.floor();
    boolean moves = last != present
        && (present.position() >= present.end || (floor >= present.end && floor < last.end));
    if (moves) {
      moveToLast();
    }
    // If the clock is past all claimed positions, no position is skipped, because the store may
    // refuse a claim with this time.
    if (floor < present.end) {
      freshen(floor, present.end - 1);
    }
    return moves;
  }

  /** Skips positions before the current tick, but no position from {@code end} on. */
  void freshen(long floor, long end) {
    if (present.position() < floor) {
      skip(present, Math.min(floor + numberStart.getAsLong(), end));
      clock.keep(present.position());
    }
  }

  /** Returns whether a caller may use its run, now or when the clock has reached it. */
  boolean owns(Request request) {
    PositionRun run = request.run;
    return run.usable(run.range.end) >= request.need
        && run.range.givenUpBefore == dropped
        && run.start == clock.startFor(request, run.start)
        && (request.kept || run.start >= clock.floor());
  }

  /**
   * Returns whether the present range has too few positions left for a caller, even when the clock
   * has advanced.
   */
  boolean areShort(Request request) {
    long start = clock.startFor(request, present.position());
    return clock.floor() >= present.end || present.end - start < request.need;
  }

  /** Returns the first positions of a run, and burns the others. */
  PositionRun first(PositionRun run, long usable) {
    burn(run.range, run.start + usable, run.count - usable);
    return new PositionRun(run.range, run.start, usable);
  }

  void moveToLast() {
    boolean isOfAnother = last.worker != present.worker;
    boolean follows = !isOfAnother && last.start == present.end;
    present.limit = ClaimedRange.PARKED;
    long used = leave(present);
    if (isOfAnother) {
      clock.startAfter(used, source.sharesTicks());
    }
    if (!follows && !source.sharesTicks()) {
      clock.accept(source.confirmed(last.position()));
    }
    skip(last, Math.min(clock.least, last.end));
    present = last;
  }

  /** Returns a request for a claim of more positions. */
  ClaimRequest request(long want, long wanted, boolean hop) {
    long position = Math.max(present.position(), Math.min(clock.floor(), present.end));
    Owned held = new Owned(owned.worker(), position, owned.end());
    long floor = hop ? clock.wallFloor() : clock.floor();
    long first = hop || held.end() <= floor ? numberStart.getAsLong() : 0;
    long used = Math.min(present.position(), present.end);
    long other = hop ? floor : Math.max(floor, clock.after(used, source.sharesTicks()));
    return new ClaimRequest(
        floor + first, other + first, want, wanted, clock.wallMs(), held, hop, false);
  }

  /** Extends the last range, if the claimed positions directly follow it, or replaces it. */
  void add(ClaimRequest request, Claimed claimed) {
    boolean follows = !request.hop()
        && claimed.worker() == owned.worker()
        && claimed.start() == last.end
        && last.position() <= last.end;
    if (follows) {
      last.extend(claimed.end());
    } else {
      last = new ClaimedRange(code, claimed.worker(), claimed.start(), claimed.end(), dropped);
    }
    owned = new Owned(claimed.worker(), 0, claimed.end());
    renewBelow = claimed.renewBelow();
  }

  /** Ends the present range, and makes the positions that callers took before unusable. */
  void retire() {
    present.retire();
    dropped++;
  }

  /**
   * Drops all positions. No range is held any more before memory is allocated, so none is used
   * later if memory is exhausted.
   */
  void abandon() {
    last = present;
    clock.startAfter(leave(present), source.sharesTicks());
    retire();
    present = nothing();
    last = present;
  }

  /** Returns how many positions, from {@code floor} on, are not handed out. */
  private long leftFrom(long floor) {
    return present.leftFrom(floor) + (hasNext() ? last.leftFrom(floor) : 0);
  }

  LocalLine.Holding holding() {
    return new LocalLine.Holding(present.end == 0 ? -1 : present.worker, leftFrom(0), owned.end());
  }

  /** Returns the remaining positions at the current time. */
  Supply supply() {
    return clock.supply(this::leftFrom, last.end);
  }

  /** Skips the positions of a range that are below {@code floor}. */
  void skip(ClaimedRange range, long floor) {
    unused += range.raise(floor);
  }

  /**
   * Ends a range, from which no position is taken any more.
   *
   * @return the end of the positions that callers have taken. It is exact, because no position can
   *     be taken between reading it and ending the range
   */
  private long leave(ClaimedRange range) {
    long left = range.raise(range.claimedEnd);
    unused += left;
    passedBefore += range.passed();
    return Math.min(range.claimedEnd - left, range.end); // Below 0 if retired.
  }

  /** Counts positions that a caller took and did not use. */
  void burn(ClaimedRange range, long first, long count) {
    unused += range.passed(first, count);
  }

  /** Counts ids that were made and are discarded. */
  void burn(long ids) {
    unused += ids;
  }

  /** Returns how many ids were made from the present range and all ranges before it. */
  long made() {
    return passedBefore + present.passed() - unused;
  }
}
