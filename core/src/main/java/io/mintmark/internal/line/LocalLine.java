package io.mintmark.internal.line;

import io.mintmark.error.ClosedException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.OnClockBehind;
import io.mintmark.generator.Supply;
import io.mintmark.internal.line.RangeSource.ClaimRequest;
import io.mintmark.internal.line.RangeSource.Claimed;
import io.mintmark.internal.line.RangeSource.Owned;
import io.mintmark.internal.line.Waiters.Run;
import io.mintmark.internal.line.Waiters.Waiter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
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
 * ClaimedRange#PARKED} while ids come slowly, before the first claim, while the clock stands past
 * all that is claimed, and after closing. A caller that meets the limit goes through {@link
 * #settle}, under the monitor, where everything is decided.
 *
 * <p><b>Time.</b> Ids that come slowly read the clock one by one, in {@code settle}. When so many
 * come within a millisecond that the readings cost more than the clock's thread, see {@link Pace},
 * the line asks {@link CoarseClock} to push its position and its limit along instead. The position
 * only moves forward; a clock that steps back moves nothing. Ids of another worker's line come in a
 * later tick than all before: {@code least} sees to that, whatever is claimed in between.
 *
 * <p><b>More</b> is claimed by one background task at a time, at most: ahead of need when what is
 * left falls below the source's mark, and only because an id was asked for (see {@link Refill}).
 * What follows directly extends the range; anything else waits as the following range until the
 * first is used up, so that a segment's rest is not thrown away.
 *
 * <p><b>Who waits</b> is served in order. A caller that waits for the clock holds its position,
 * which is its place in the queue, and may use it however late it wakes. Callers that wait for a
 * claim stand in {@link Waiters}, and what arrives is handed to them there and then, the freshest
 * of it, but also when its tick has passed on the way: else a store that takes longer than what it
 * was asked for lasts would never serve anybody. So an id is at most as old as its claim took, or
 * as its call waited. Every wait ends by its call's deadline, and looks again every
 * {@value #MAX_WAIT_MS} ms at the latest, so that nobody depends on being woken.
 *
 * <p><b>Errors.</b> Guarded state is changed under a monitor rather than a lock object: leaving it
 * takes neither memory nor stack, so that a caller whose stack is full, or a heap that is, leaves
 * no lock behind. What can throw comes before what it must not leave half done.
 */
public final class LocalLine implements Ticked, Lifecycle {

  private static final long MAX_PAUSE_NANOS = 1_000_000;
  private static final long MAX_CLOCK_WAIT_NANOS = 10_000_000;
  private static final long MAX_WAIT_MS = 100;

  private final String name;
  private final PositionCode code;
  private final @Nullable RangeSource source;
  private final @Nullable TickClock clock;
  private final LongSupplier numberStart;
  private final Context context;
  private final Pace pace;
  private final long timeoutNanos;
  private final Object lock = new Object();
  private final @Nullable Refill refill;

  private volatile ClaimedRange range;

  // All below is guarded by the lock.
  private final Waiters waiters = new Waiters();
  private @Nullable ClaimedRange following;
  private Owned owned = Owned.NOTHING;
  private long renewBelow = -1;

  /** The lowest position that may be handed out: ids of this line stay in order. */
  private long least;

  private boolean closed;
  private boolean suspended;

  /**
   * Makes a line.
   *
   * @param source where positions come from; without one, all that there are belong to this line
   * @param rules how time becomes positions; without them, positions carry no time
   */
  LocalLine(
      String name,
      PositionCode code,
      @Nullable RangeSource source,
      @Nullable TickRules rules,
      LongSupplier numberStart,
      Context context) {
    this(name, code, source, rules, numberStart, context, new Pace(context));
  }

  LocalLine(
      String name,
      PositionCode code,
      @Nullable RangeSource source,
      @Nullable TickRules rules,
      LongSupplier numberStart,
      Context context,
      Pace pace) {
    this.name = name;
    this.code = code;
    this.source = source;
    this.clock = rules == null ? null : new TickClock(context.wall(), context.elapsed(), rules);
    this.numberStart = numberStart;
    this.context = context;
    this.pace = pace;
    this.timeoutNanos = context.claimTimeout().toNanos();
    this.range =
        source == null && rules != null ? new ClaimedRange(code, 0, 0, rules.end()) : nothing();
    this.refill = source == null ? null : new Refill(name, source, context, lock, new More());
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
    Run run = settle(new Run(r, position, 1), 1, false, deadline());
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
    Run run = settle(new Run(r, position, 1), 1, false, deadline());
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
    Run run = new Run(r, start, taken);
    return taken > 0 && run.usable(r.limit) == taken ? run : settle(run, want, whole, deadline);
  }

  /** How many positions to take: only what seems to be there, so that little is burned. */
  private static long share(long want, boolean whole, long limit, long position) {
    long room = limit > position ? limit - position : 0;
    return room >= want ? want : whole ? 0 : room;
  }

  /**
   * Finds positions for a caller that met the limit, waiting where there is something to wait for.
   * One method on purpose, though it could be three: it is longer than what the JVM's compiler
   * copies into its callers (325 bytes of code). Copied, it made the hot path a third slower.
   *
   * @param taken the positions it took, its own if they turn out to be usable; possibly none
   * @param want how many it could use
   * @param whole whether fewer are of no use
   * @param deadline when to give up, by the elapsed clock
   */
  private Run settle(Run taken, long want, boolean whole, long deadline) {
    Attempt attempt = new Attempt(taken, want, whole, deadline);
    Waiter waiter = attempt.waiter;
    try {
      while (true) {
        synchronized (lock) {
          prepare(attempt);
          if (mayIssue(attempt)) {
            advance();
            ClaimedRange r = range;
            if (!attempt.owns()) {
              long position = r.position();
              long count = 0;
              if (!isShort(waiter)) {
                count = share(want, whole, Math.min(r.end, bound()), position);
                if (count == 0) {
                  // Not taken where it would come too late: it would be burned.
                  awaitClock(attempt, position + waiter.need() - 1);
                  count = whole ? 0 : 1;
                }
              }
              attempt.takes(new Run(r, count == 0 ? position : r.take(count), count));
            }
            if (!attempt.owns()) {
              if (isShort(waiter)) {
                askAndWait(attempt);
              } else if (attempt.left() <= 0) {
                throw new StoreUnavailableException(
                    "others were always faster: " + subject() + "; no id issued");
              }
            }
            if (attempt.owns()) {
              attempt.kept = true;
              Run run = attempt.run;
              long usable = run.usable(Math.min(run.range().end, bound()));
              if (usable >= waiter.need()) {
                used();
                return usable == run.count() ? run : new Run(run.range(), run.start(), usable);
              }
              awaitClock(attempt, run.start() + waiter.need() - 1);
            }
          }
        }
        attempt.pause();
      }
    } finally {
      attempt.leave();
    }
  }

  /** One caller's way through {@link #settle}. */
  private final class Attempt {
    private final long deadline;
    private final Waiter waiter;
    private Run run;

    /** Whether the run was found fresh, or was claimed for this caller: it may wait with it. */
    private boolean kept;

    private long pauseNanos;
    private boolean parks;

    Attempt(Run taken, long want, boolean whole, long deadline) {
      this.run = taken;
      this.waiter = new Waiter(want, whole);
      this.deadline = deadline;
    }

    long left() {
      return deadline - context.elapsed().nanos();
    }

    boolean owns() {
      return run.usable(run.range().end) >= waiter.need() && (kept || run.start() >= floor());
    }

    void takes(Run fresh) {
      run = fresh;
      kept = false;
    }

    void takeHanded() {
      Run handed = waiter.take();
      if (handed != null) {
        run = handed;
        kept = true;
      }
    }

    /** Says how to wait until the next look: parked, to be woken, or while time passes. */
    void waits(boolean parked, long nanos) {
      parks = parked;
      pauseNanos = nanos;
    }

    void pause() {
      long nanos = Math.max(1, Math.min(pauseNanos, left()));
      if (parks) {
        if (isServed()) {
          return;
        }
        NonBlockingThread.refuseToWait();
        context.refuseInterrupted(subject());
        LockSupport.parkNanos(LocalLine.this, nanos);
        context.refuseInterrupted(subject());
      } else {
        context.pause(nanos, subject());
      }
    }

    /** Leaves, on a thread that must not wait; tells whether it was handed positions before. */
    private boolean isServed() {
      if (!(Thread.currentThread() instanceof NonBlockingThread)) {
        return false;
      }
      synchronized (lock) {
        waiters.remove(waiter);
        return waiter.isServed();
      }
    }

    void leave() {
      if (waiter.isWaiting()) {
        synchronized (lock) {
          waiters.remove(waiter);
        }
      }
    }
  }

  private String subject() {
    return "generator=" + name;
  }

  /** Before each look: throws if the call can never succeed, and takes what was handed to it. */
  private void prepare(Attempt attempt) {
    if (refill != null) {
      refill.collect();
    }
    checkOpen();
    if (clock != null && attempt.waiter.whole) {
      clock.refuseLongerThanTick(attempt.waiter.want, name);
    }
    attempt.takeHanded();
    attempt.waits(false, MAX_PAUSE_NANOS);
  }

  /** Whether the present range has not enough left for a caller, at whatever time. */
  private boolean isShort(Waiter waiter) {
    ClaimedRange r = range;
    return floor() >= r.end || r.end - r.position() < waiter.need();
  }

  private void awaitClock(Attempt attempt, long position) {
    TickClock time = clock;
    if (time != null) {
      time.refuseTooFar(position, attempt.left(), name);
      long ahead = TimeUnit.MILLISECONDS.toNanos(Math.max(1, time.aheadMs(position)));
      attempt.waits(false, Math.min(ahead, MAX_CLOCK_WAIT_NANOS));
    }
  }

  /** Stands in the queue for what is claimed next, and asks for it if nobody has. */
  private void askAndWait(Attempt attempt) {
    Refill more = refill;
    if (more == null) {
      throw new ExhaustedException(
          "the time bits have run out: " + subject() + ", end=" + range.end + "; no id issued");
    }
    if (following != null && attempt.waiter.whole) {
      // What is left of this range is too short: a gap, so that the numbers follow each other.
      range.raise(range.end);
      attempt.waits(false, 1);
      return;
    }
    waiters.add(attempt.waiter);
    if (more.mayAsk(attempt.waiter.want)) {
      ask(more, attempt.waiter.want, false);
      attempt.takeHanded();
      if (attempt.owns()) {
        return;
      }
    }
    if (!more.isClaiming()) {
      more.refuseFinal(attempt.waiter.want);
    }
    if (attempt.left() <= 0) {
      throw more.outOfTime();
    }
    if (more.isClaiming()) {
      attempt.waits(true, TimeUnit.MILLISECONDS.toNanos(MAX_WAIT_MS));
    } else {
      attempt.waits(false, more.untilRetryNanos());
    }
  }

  private long deadline() {
    return context.elapsed().nanos() + timeoutNanos;
  }

  private boolean mayIssue(Attempt attempt) {
    if (!suspended) {
      return onTime(attempt);
    }
    if (attempt.left() <= 0) {
      throw new StoreUnavailableException(
          "ids are suspended for a checkpoint: " + subject() + "; no id issued");
    }
    return false;
  }

  /** The lowest position that is fresh, and after all that came before. */
  private long floor() {
    return clock == null ? 0 : Math.max(clock.floor(), least);
  }

  private long bound() {
    return clock == null ? Long.MAX_VALUE : clock.bound();
  }

  /**
   * Reads the clock and says whether its time may be used; if it has stepped back too far, does
   * what the rules say.
   */
  private boolean onTime(Attempt attempt) {
    TickClock time = clock;
    if (time == null) {
      return true;
    }
    time.read();
    if (!time.isBehind()) {
      return true;
    }
    Refill more = refill;
    if (more != null
        && source != null
        && source.canHop()
        && time.rules().onBehind() == OnClockBehind.HOP) {
      if (more.mayAsk(attempt.waiter.want)) {
        ask(more, attempt.waiter.want, true);
      }
      if (time.isBehind() && (!more.isClaiming() || attempt.left() <= 0)) {
        throw time.behind(name, owned.worker(), more.failure());
      }
    } else if (!time.isWorthWaiting(attempt.left())) {
      throw time.behind(name, owned.worker(), null);
    }
    return !time.isBehind();
  }

  /** Goes on to the following range when this one is used up, and to the tick that it is. */
  private void advance() {
    long floor = floor();
    ClaimedRange next = following;
    if (next != null
        && (range.position() >= range.end || (floor >= range.end && floor < next.end))) {
      goOn(next);
    }
    ClaimedRange r = range;
    // A reading past all that is claimed moves nothing: the store may refuse it.
    if (floor < r.end) {
      freshen(r, r.end - 1);
    }
  }

  /** Skips what is not fresh any more, as far as it goes. */
  private void freshen(ClaimedRange r, long last) {
    long floor = floor();
    if (r.position() < floor) {
      r.raise(Math.min(floor + numberStart.getAsLong(), last));
    }
  }

  private void goOn(ClaimedRange next) {
    long before = floor();
    if (clock != null && next.position() > before) {
      clock.accept(next.position());
    }
    if (next.worker != range.worker) {
      keepOrder();
    }
    next.raise(Math.min(least, next.end));
    range.limit = ClaimedRange.PARKED;
    range = next;
    following = null;
  }

  /** Another worker's ids must come later by their time, as its worker bits may be lower. */
  private void keepOrder() {
    if (clock != null && (source == null || !source.sharesTicks())) {
      long used = Math.min(range.position(), range.end);
      least = Math.max(least, clock.rules().nextTick(used));
    }
  }

  /** Hands what has just been claimed to those who wait, in their order. */
  private void serve() {
    Waiter first = waiters.first();
    ClaimedRange next = following;
    if (first == null) {
      return;
    }
    if (next != null && isShort(first)) {
      goOn(next);
    }
    ClaimedRange r = range;
    freshen(r, r.end - waiters.wanted());
    for (Waiter waiter = first; waiter != null; ) {
      Waiter after = Waiters.after(waiter);
      long start = r.position();
      if (clock != null && waiter.whole) {
        start = clock.rules().wholeFrom(start, waiter.want);
      }
      long count = share(waiter.want, waiter.whole, r.end, start);
      if (count > 0) {
        r.raise(start);
        Run run = new Run(r, r.take(count), count);
        if (run.usable(r.end) >= waiter.need()) {
          waiters.hand(waiter, run);
          LockSupport.unpark(waiter.thread);
        }
      }
      waiter = after;
    }
  }

  /** An id was made: notice how fast they come, ask for more in time, and set the limit. */
  private void used() {
    if (clock != null) {
      clock.used();
      pace.called(clock.wallMs(), range.position(), this);
    }
    renewIfLow();
    setLimit();
  }

  private void renewIfLow() {
    Refill more = refill;
    if (more != null
        && following == null
        && renewBelow >= 0
        && leftOf(range) <= renewBelow
        && more.mayAsk(1)) {
      ask(more, 1, false);
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
    if (clock == null) {
      r.limit = tripwire(r);
    } else {
      r.limit =
          pace.isFast() && floor() < r.end ? Math.min(r.end, clock.bound()) : ClaimedRange.PARKED;
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
    synchronized (lock) {
      TickClock time = clock;
      boolean used = pace.turned(range.position());
      if (time == null || closed || suspended || !pace.isFast()) {
        return park();
      }
      try {
        time.read();
        if (time.isBehind()) {
          return park();
        }
        advance();
        if (used) {
          time.used();
          renewIfLow();
        }
      } catch (MintmarkException e) {
        // The next caller meets the same and is told.
        return park();
      }
      pace.moved(range.position());
      setLimit();
      return true;
    }
  }

  private boolean park() {
    pace.slow();
    setLimit();
    return false;
  }

  private void ask(Refill more, long want, boolean hop) {
    Owned held = new Owned(owned.worker(), held(range), owned.end());
    long wanted = more.wasTooMuch() ? want : Math.max(want, waiters.wanted());
    if (clock == null) {
      more.ask(new ClaimRequest(0, want, wanted, 0, held, false));
    } else {
      long floor = hop ? clock.wallFloor() : floor();
      long first = hop || held.end() <= floor ? numberStart.getAsLong() : 0;
      more.ask(new ClaimRequest(floor + first, want, wanted, clock.wallMs(), held, hop));
    }
  }

  /** The lowest position of a range that can still be used. */
  private long held(ClaimedRange r) {
    return Math.max(r.position(), Math.min(floor(), r.end));
  }

  /** What the refill brings and takes away; under the lock. */
  private final class More implements Refill.Owner {

    @Override
    public void install(ClaimRequest request, Claimed claimed) {
      Owned holds = new Owned(claimed.worker(), 0, claimed.end());
      ClaimedRange last = following == null ? range : following;
      boolean follows = !request.hop()
          && claimed.worker() == owned.worker()
          && claimed.start() == last.end
          && last.position() <= last.end;
      ClaimedRange next = follows
          ? following
          : new ClaimedRange(code, claimed.worker(), claimed.start(), claimed.end());
      if (follows) {
        last.end = claimed.end();
      }
      following = next;
      owned = holds;
      renewBelow = claimed.renewBelow();
      if (request.hop() && clock != null && next != null) {
        clock.stepBack();
        least = 0;
        range.retire();
        goOn(next);
      }
      serve();
      setLimit();
    }

    @Override
    public void distrustClock() {
      if (clock != null) {
        clock.distrust();
      }
    }

    /** Positions that others may have been given are not used. */
    @Override
    public void abandon() {
      keepOrder();
      range.retire();
      range = nothing();
      following = null;
    }

    @Override
    public void wake() {
      for (Waiter one = waiters.first(); one != null; one = Waiters.after(one)) {
        LockSupport.unpark(one.thread);
      }
    }
  }

  @Override
  public void suspend() {
    synchronized (lock) {
      suspended = true;
      drop();
    }
  }

  @Override
  public void resume() {
    synchronized (lock) {
      suspended = false;
    }
  }

  @Override
  public void close() {
    synchronized (lock) {
      closed = true;
      drop();
    }
  }

  /** Lets nothing be used that is claimed; positions that need no claim stay where they are. */
  private void drop() {
    range.limit = ClaimedRange.PARKED;
    if (refill != null) {
      refill.disown();
    }
  }

  private void checkOpen() {
    if (closed) {
      throw new ClosedException(
          Message.of("the generator is closed: generator={}; no id issued", name));
    }
    if (refill != null) {
      refill.refuseRewound();
    }
  }

  /**
   * Tells what is claimed and not handed out.
   *
   * @return as of now
   */
  public Holding holding() {
    synchronized (lock) {
      ClaimedRange next = following;
      long left = range.leftFrom(0) + (next == null ? 0 : next.leftFrom(0));
      return new Holding(range.end == 0 ? -1 : range.worker, left, owned.end());
    }
  }

  /**
   * Tells in numbers what is claimed and can still be handed out.
   *
   * @return as of now
   */
  public Supply supply() {
    synchronized (lock) {
      if (clock != null) {
        return clock.supply(range, following);
      }
      long left = range.leftFrom(0) + (following == null ? 0 : following.leftFrom(0));
      return new Supply(left, Optional.empty(), 0);
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
