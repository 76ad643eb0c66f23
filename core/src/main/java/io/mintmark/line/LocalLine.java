package io.mintmark.line;

import io.mintmark.ClosedException;
import io.mintmark.MintmarkException;
import io.mintmark.StoreUnavailableException;
import io.mintmark.Supply;
import io.mintmark.line.RangeSource.Claimed;
import io.mintmark.line.RangeSource.Held;
import io.mintmark.line.RangeSource.Wish;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Hands out positions that were claimed, one by one, to any number of threads. Sequences,
 * Snowflakes and time-ordered UUIDs are all made from it.
 *
 * <p><b>Why no position is handed out twice.</b> A position leaves through {@code getAndAdd} on one
 * {@link ClaimedRange}, so each value of that range's counter goes to one caller; the caller uses
 * it only if it lies below the range's end. A range's start and end come from the source, whose
 * claims are disjoint, and a range object is never refilled with anything but what directly follows
 * its end. So (range, position) is handed out once whatever else happens between any two lines
 * here: the lock, the limit and the clock decide only <i>when</i> a position may be used and how
 * fresh it is. A caller that holds a position of a range since replaced still owns it.
 *
 * <p><b>The hot path</b> is one volatile read, one {@code getAndAdd}, one comparison. All rules
 * hide behind the comparison: a range's <i>limit</i> is the lowest of its end, of what may be
 * carried ahead of the clock, and of the place where more should be asked for; it is {@link
 * ClaimedRange#PARKED} while ids come slowly, before the first claim, and after closing. Whoever
 * meets the limit goes through {@link #settle}, under the lock, where everything is decided.
 *
 * <p><b>Time.</b> Ids that come slowly read the clock one by one, in {@code settle}. When {@value
 * #FAST_CALLS} come within one reading's millisecond the line asks {@link CoarseClock} to push its
 * position and its limit along instead; after {@value #IDLE_TICKS} ticks without an id it is parked
 * again, and nothing runs. The position only moves forward; a clock that steps back moves nothing.
 *
 * <p><b>More</b> is claimed by one background task at a time, at most: ahead of need when what is
 * left falls below the source's mark, and only because an id was asked for (see {@link Refill}).
 * What follows directly extends the range; anything else waits as the following range until the
 * first is used up, so that a segment's rest is not thrown away.
 */
public final class LocalLine implements Ticked, Lifecycle {

  private static final int FAST_CALLS = 16;
  private static final int IDLE_TICKS = 64;
  private static final long MAX_PAUSE_NANOS = 1_000_000;

  private final String name;
  private final PositionCode code;
  private final RangeSource source;
  private final @Nullable TickClock clock;
  private final LongSupplier numberStart;
  private final Surroundings surroundings;
  private final Consumer<Ticked> coarseClock;
  private final long timeoutNanos;
  private final ReentrantLock lock = new ReentrantLock();
  private final Refill refill;

  private volatile ClaimedRange range;

  // All below is guarded by the lock.
  private @Nullable ClaimedRange following;
  private Held owned = Held.NOTHING;
  private long renewBelow = -1;
  private boolean closed;
  private boolean suspended;
  private boolean ticking;
  private int idleTicks;
  private long positionAtTick;
  private long callsMs;
  private int callsInMs;

  LocalLine(
      String name,
      PositionCode code,
      RangeSource source,
      @Nullable TickRules rules,
      LongSupplier numberStart,
      Surroundings surroundings) {
    this(name, code, source, rules, numberStart, surroundings, CoarseClock.shared()::add);
  }

  LocalLine(
      String name,
      PositionCode code,
      RangeSource source,
      @Nullable TickRules rules,
      LongSupplier numberStart,
      Surroundings surroundings,
      Consumer<Ticked> coarseClock) {
    this.name = name;
    this.code = code;
    this.source = source;
    this.clock =
        rules == null ? null : new TickClock(surroundings.wall(), surroundings.elapsed(), rules);
    this.numberStart = numberStart;
    this.surroundings = surroundings;
    this.coarseClock = coarseClock;
    this.timeoutNanos = surroundings.claimTimeout().toNanos();
    this.range = nothing();
    this.refill = new Refill(name, source, surroundings, lock, new More());
  }

  private ClaimedRange nothing() {
    return new ClaimedRange(code, 0, 0, 0);
  }

  /**
   * Returns the id of the next position.
   *
   * @return the position with its worker's bits let in
   * @throws MintmarkException if there is none to be had within the claim timeout
   */
  public long next() {
    ClaimedRange r = range;
    long position = r.take(1);
    if (position < r.limit) {
      return r.encode(position);
    }
    Run run = settle(r, position, 1, 1, false, deadline());
    return run.range().encode(run.start());
  }

  /**
   * Returns the ids of many positions, in as few steps as the limits allow.
   *
   * @param count how many, 1 or more
   * @return ids in the order of their positions
   * @throws MintmarkException if not all could be had in time; those taken are burned
   */
  public long[] next(int count) {
    long deadline = deadline();
    long[] ids = new long[count];
    for (int filled = 0; filled < count; ) {
      Run run = nextRun(count - filled, false, deadline);
      for (int i = 0; i < run.count(); i++) {
        ids[filled++] = run.range().encode(run.start() + i);
      }
    }
    return ids;
  }

  /**
   * Makes an id of any kind from the next position.
   *
   * @param argument what else the id is made from
   * @param encoder makes it
   * @param <T> the id
   * @return the id
   * @throws MintmarkException if there is no position to be had within the claim timeout
   */
  public <T> T next(long argument, Encoder<T> encoder) {
    ClaimedRange r = range;
    long position = r.take(1);
    if (position < r.limit) {
      return encoder.encode(r.worker, position, argument);
    }
    Run run = settle(r, position, 1, 1, false, deadline());
    return encoder.encode(run.range().worker, run.start(), argument);
  }

  /**
   * Makes ids of any kind from the next positions.
   *
   * @param count how many, 1 or more
   * @param whole whether their positions must follow each other without a gap
   * @param argument what else each id is made from
   * @param encoder makes each
   * @param <T> the id
   * @return the ids in the order of their positions
   * @throws MintmarkException if not all could be had in time; those taken are burned
   */
  public <T> List<T> next(int count, boolean whole, long argument, Encoder<T> encoder) {
    long deadline = deadline();
    List<T> ids = new ArrayList<>(count);
    while (ids.size() < count) {
      Run run = nextRun(count - ids.size(), whole, deadline);
      for (int i = 0; i < run.count(); i++) {
        ids.add(encoder.encode(run.range().worker, run.start() + i, argument));
      }
    }
    return ids;
  }

  /**
   * Makes an id from a position.
   *
   * @param <T> the id
   */
  @FunctionalInterface
  public interface Encoder<T> {

    /**
     * Makes an id. Runs after the position was handed out: if it throws, the position is burned.
     *
     * @param worker whose line the position is on
     * @param position the position, which is the id's alone
     * @param argument what the caller of {@code next} gave
     * @return the id
     */
    T encode(long worker, long position, long argument);
  }

  /**
   * Reserves positions that follow each other without a gap.
   *
   * @param count how many, 1 or more
   * @return the id of the last of them
   * @throws MintmarkException if they could not be had in time; what was taken is burned
   */
  public long reserve(long count) {
    Run run = nextRun(count, true, deadline());
    return run.range().encode(run.start() + count - 1);
  }

  private Run nextRun(long want, boolean whole, long deadline) {
    ClaimedRange r = range;
    long taken = share(want, whole, r.limit, r.position());
    long start = taken == 0 ? 0 : r.take(taken);
    return taken > 0 && usable(start, taken, r.limit) == taken
        ? new Run(r, start, taken)
        : settle(r, start, taken, want, whole, deadline);
  }

  /** How many positions to take: only what seems to be there, so that little is burned. */
  private static long share(long want, boolean whole, long limit, long position) {
    long room = limit > position ? limit - position : 0;
    return room >= want ? want : whole ? 0 : room;
  }

  private static long usable(long start, long taken, long limit) {
    return limit > start ? Math.min(taken, limit - start) : 0;
  }

  /** Positions of a range that belong to the caller. */
  private record Run(ClaimedRange range, long start, long count) {}

  /**
   * Finds positions for a caller that met the limit, waiting where there is something to wait for.
   *
   * @param r the range it met
   * @param start the positions it took there, its own if they turn out to be usable
   * @param taken how many these are, possibly none
   * @param want how many it could use
   * @param whole whether fewer are of no use
   * @param deadline when to give up, by the elapsed clock
   */
  private Run settle(
      ClaimedRange r, long start, long taken, long want, boolean whole, long deadline) {
    while (true) {
      lock.lock();
      try {
        checkOpen();
        if (mayIssue(want, deadline)) {
          advance();
          long usable = usable(start, taken, allowed(r, start));
          if (usable < (whole ? want : 1) && (r != range || start < floor() || taken == 0)) {
            r = range;
            taken = share(want, whole, Math.min(r.end, bound()), r.position());
            start = taken == 0 ? r.position() : r.take(taken);
            usable = usable(start, taken, allowed(r, start));
          }
          if (usable >= (whole ? want : 1)) {
            used();
            return new Run(r, start, usable);
          }
          if (start + (whole ? want : 1) > r.end) {
            awaitMore(want, whole, deadline);
            continue;
          }
          if (clock != null) {
            clock.refuseTooFar(start + (whole ? want : 1) - 1, left(deadline), name);
          }
        }
      } finally {
        lock.unlock();
      }
      surroundings.elapsed().pause(MAX_PAUSE_NANOS);
    }
  }

  /** The end of what may be used of a range, also of one since replaced; nothing if it is old. */
  private long allowed(ClaimedRange r, long start) {
    return start < floor() ? ClaimedRange.PARKED : Math.min(r.end, bound());
  }

  private long deadline() {
    return surroundings.elapsed().nanos() + timeoutNanos;
  }

  private boolean mayIssue(long want, long deadline) {
    if (!suspended) {
      return onTime(want, deadline);
    }
    if (left(deadline) <= 0) {
      throw new StoreUnavailableException(
          "ids are suspended for a checkpoint: generator=" + name + "; no id issued");
    }
    return false;
  }

  private long left(long deadline) {
    return deadline - surroundings.elapsed().nanos();
  }

  private long floor() {
    return clock == null ? 0 : clock.floor();
  }

  private long bound() {
    return clock == null ? Long.MAX_VALUE : clock.bound();
  }

  /**
   * Reads the clock and says whether its time may be used; if it has stepped back too far, does
   * what the rules say.
   */
  private boolean onTime(long want, long deadline) {
    if (clock == null) {
      return true;
    }
    clock.read();
    if (clock.isBehind() && clock.rules().onBehind() == OnClockBehind.HOP && source.canHop()) {
      if (refill.mayAsk()) {
        ask(want, true);
      }
      if (clock.isBehind() && (!refill.isClaiming() || left(deadline) <= 0)) {
        throw clock.behind(name, owned.worker(), refill.failure());
      }
    } else if (clock.isBehind() && !clock.isWorthWaiting(left(deadline))) {
      throw clock.behind(name, owned.worker(), null);
    }
    return !clock.isBehind();
  }

  /** Goes on to the following range when this one is used up, and to the tick that it is. */
  private void advance() {
    long floor = floor();
    ClaimedRange next = following;
    if (next != null && Math.max(range.position(), floor) >= range.end) {
      if (clock != null && next.worker != range.worker && !source.sharesTicks()) {
        // Another worker's id must come later by its time, as its worker bits may be lower.
        next.raise(
            Math.min(clock.rules().nextTick(Math.min(range.position(), range.end)), next.end));
      }
      follow(next);
      following = null;
    }
    ClaimedRange r = range;
    if (r.position() < floor && floor < r.end) {
      r.raise(Math.min(floor + numberStart.getAsLong(), r.end - 1));
    } else {
      r.raise(Math.min(floor, r.end));
    }
  }

  private void follow(ClaimedRange next) {
    range.limit = ClaimedRange.PARKED;
    range = next;
    if (clock != null) {
      clock.accept(next.position());
    }
  }

  /** An id was made: notice how fast they come, ask for more in time, and set the limit. */
  private void used() {
    if (clock != null && !ticking && surroundings.coarse()) {
      if (clock.wallMs() != callsMs) {
        callsMs = clock.wallMs();
        callsInMs = 0;
      }
      if (++callsInMs >= FAST_CALLS) {
        ticking = true;
        idleTicks = 0;
        coarseClock.accept(this);
      }
    }
    renewIfLow();
    setLimit();
  }

  private void renewIfLow() {
    if (following == null && leftOf(range) <= renewBelow && refill.mayAsk()) {
      ask(1, false);
    }
  }

  private long leftOf(ClaimedRange r) {
    return r.end - Math.max(r.position(), floor());
  }

  private void setLimit() {
    ClaimedRange r = range;
    if (closed || suspended) {
      return;
    }
    if (clock != null) {
      r.limit = ticking ? Math.min(r.end, clock.bound()) : ClaimedRange.PARKED;
    } else {
      r.limit = tripwire(r);
    }
  }

  /** Where a line without a clock has to be asked again: when more is due, or a claim failed. */
  private long tripwire(ClaimedRange r) {
    long left = r.end - r.position();
    if (following != null || renewBelow < 0 || left <= 0) {
      return r.end;
    }
    return left > renewBelow ? r.end - renewBelow : r.end - left / 2;
  }

  @Override
  public boolean tick() {
    if (!lock.tryLock()) {
      return true;
    }
    try {
      idleTicks = range.position() == positionAtTick ? idleTicks + 1 : 0;
      TickClock time = clock;
      if (time == null || closed || suspended || idleTicks > IDLE_TICKS) {
        return park();
      }
      time.read();
      if (time.isBehind()) {
        return park();
      }
      advance();
      positionAtTick = range.position();
      if (idleTicks == 0) {
        renewIfLow();
      }
      setLimit();
      return true;
    } catch (MintmarkException e) {
      // The next caller meets the same and is told.
      return park();
    } finally {
      lock.unlock();
    }
  }

  private boolean park() {
    ticking = false;
    setLimit();
    return false;
  }

  private void awaitMore(long want, boolean whole, long deadline) {
    if (following != null) {
      if (whole) {
        // What is left of this range is too short: a gap, so that the numbers follow each other.
        range.raise(range.end);
      }
      return;
    }
    if (refill.mayAsk()) {
      ask(want, false);
    }
    refill.await(deadline);
  }

  private void ask(long want, boolean hop) {
    Held held = new Held(owned.worker(), range.position(), owned.end());
    if (clock == null) {
      refill.ask(new Wish(0, want, 0, held, false));
    } else {
      long floor = hop ? clock.wallFloor() : clock.floor();
      long first = hop || held.end() <= floor ? numberStart.getAsLong() : 0;
      refill.ask(new Wish(floor + first, want, clock.wallMs(), held, hop));
    }
  }

  /** What the refill brings and takes away; under the lock. */
  private final class More implements Refill.Owner {

    @Override
    public void install(Wish wish, Claimed claimed) {
      ClaimedRange last = following == null ? range : following;
      if (!wish.hop()
          && claimed.worker() == owned.worker()
          && claimed.start() == last.end
          && last.position() <= last.end) {
        last.end = claimed.end();
      } else {
        following = new ClaimedRange(code, claimed.worker(), claimed.start(), claimed.end());
      }
      owned = new Held(claimed.worker(), 0, claimed.end());
      renewBelow = claimed.renewBelow();
      ClaimedRange next = following;
      if (wish.hop() && clock != null && next != null) {
        clock.stepBack();
        range.retire();
        follow(next);
        following = null;
      }
      setLimit();
    }

    /** Positions that others may have been given are not used. */
    @Override
    public void abandon() {
      range.retire();
      range = nothing();
      following = null;
    }
  }

  @Override
  public void suspend() {
    lock.lock();
    try {
      suspended = true;
      refill.disown();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void resume() {
    lock.lock();
    try {
      suspended = false;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      refill.disown();
    } finally {
      lock.unlock();
    }
  }

  private void checkOpen() {
    if (closed) {
      throw new ClosedException("the generator is closed: generator=" + name + "; no id issued");
    }
    refill.refuseRewound();
  }

  /**
   * Tells what is claimed and not handed out.
   *
   * @return as of now
   */
  public Holding holding() {
    lock.lock();
    try {
      ClaimedRange next = following;
      long left = Math.max(0, range.end - range.position())
          + (next == null ? 0 : next.end - next.position());
      return new Holding(range.end == 0 ? -1 : range.worker, left, owned.end());
    } finally {
      lock.unlock();
    }
  }

  /**
   * Tells in numbers what is claimed and can still be handed out.
   *
   * @return as of now
   */
  public Supply supply() {
    lock.lock();
    try {
      if (clock != null) {
        return clock.supply(range, following);
      }
      long left = range.leftFrom(0) + (following == null ? 0 : following.leftFrom(0));
      return new Supply(left, Optional.empty(), Optional.empty(), 0);
    } finally {
      lock.unlock();
    }
  }

  /**
   * What a local line holds.
   *
   * @param worker the worker number in use, -1 for none
   * @param left positions claimed and not handed out
   * @param end the end of what is claimed, exclusive
   */
  public record Holding(long worker, long left, long end) {}
}
