package io.mintmark.line;

import io.mintmark.ClockBehindException;
import io.mintmark.ClosedException;
import io.mintmark.ExhaustedException;
import io.mintmark.MintmarkException;
import io.mintmark.NoIdleWorkerException;
import io.mintmark.StoreRewoundException;
import io.mintmark.StoreUnavailableException;
import io.mintmark.line.RangeSource.Claimed;
import io.mintmark.line.RangeSource.Held;
import io.mintmark.line.RangeSource.Wish;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Hands out positions that were claimed, one by one, to any number of threads. Sequences,
 * Snowflakes and time-ordered UUIDs are all made from it.
 *
 * <p><b>Why no position is handed out twice.</b> A position leaves through {@code getAndAdd} on one
 * {@link ClaimedRange}, so each value of that range's counter goes to one caller; the caller uses it
 * only if it lies below the range's end. A range's start and end come from the source, whose claims
 * are disjoint, and a range object is never refilled with anything but what directly follows its
 * end. So (range, position) is handed out once whatever else happens between any two lines here:
 * the lock, the limit and the clock decide only <i>when</i> a position may be used and how fresh it
 * is. A caller that holds a position of a range since replaced still owns it.
 *
 * <p><b>The hot path</b> is one volatile read, one {@code getAndAdd}, one comparison. All rules hide
 * behind the comparison: a range's <i>limit</i> is the lowest of its end, of what may be carried
 * ahead of the clock, and of the place where more should be asked for; it is {@link
 * ClaimedRange#PARKED} while ids come slowly, before the first claim, and after closing. Whoever
 * meets the limit goes through {@link #settle}, under the lock, where everything is decided.
 *
 * <p><b>Time.</b> Ids that come slowly read the clock one by one, in {@code settle}. When {@value
 * #FAST_CALLS} come within one reading's millisecond the line asks {@link CoarseClock} to push its
 * position and its limit along instead; after {@value #IDLE_TICKS} ticks without an id it is parked
 * again, and nothing runs. The position only moves forward; a clock that steps back moves nothing.
 *
 * <p><b>More</b> is claimed by one background task at a time, at most: ahead of need when what is
 * left falls below the source's mark, and only because an id was asked for. A claim that failed is
 * tried again, no sooner than {@value #FIRST_RETRY_MS} to {@value #LAST_RETRY_MS} ms later, by
 * whoever next asks for an id. What follows directly extends the range; anything else waits as the
 * following range until the first is used up, so that a segment's rest is not thrown away.
 */
public final class LocalLine implements Ticked, Suspendable {

  private static final int FAST_CALLS = 16;
  private static final int IDLE_TICKS = 64;
  private static final long FIRST_RETRY_MS = 20;
  private static final long LAST_RETRY_MS = 1_000;
  private static final long MAX_PAUSE_NANOS = 1_000_000;

  private final String name;
  private final PositionCode code;
  private final RangeSource source;
  private final @Nullable TickRules rules;
  private final @Nullable TickClock clock;
  private final LongSupplier numberStart;
  private final Surroundings surroundings;
  private final long timeoutNanos;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition arrival = lock.newCondition();

  private volatile ClaimedRange range;

  // All below is guarded by the lock.
  private @Nullable ClaimedRange following;
  private Held owned = Held.NOTHING;
  private long renewBelow = -1;
  private boolean claiming;
  private @Nullable MintmarkException failure;
  private long retryDelayMs = FIRST_RETRY_MS;
  private long retryAtNanos;
  private @Nullable StoreRewoundException rewound;
  private boolean closed;
  private boolean suspended;
  private int generation;
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
    this.name = name;
    this.code = code;
    this.source = source;
    this.rules = rules;
    this.clock =
        rules == null ? null : new TickClock(surroundings.wall(), surroundings.elapsed(), rules);
    this.numberStart = numberStart;
    this.surroundings = surroundings;
    this.timeoutNanos = surroundings.claimTimeout().toNanos();
    this.range = nothing();
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
    Run run = settle(r, position, 1, 1, false);
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
    long[] ids = new long[count];
    for (int filled = 0; filled < count; ) {
      Run run = nextRun(count - filled, false);
      for (int i = 0; i < run.count(); i++) {
        ids[filled++] = run.range().encode(run.start() + i);
      }
    }
    return ids;
  }

  /**
   * Reserves positions that follow each other without a gap.
   *
   * @param count how many, 1 or more
   * @return the id of the last of them
   * @throws MintmarkException if they could not be had in time; what was taken is burned
   */
  public long reserve(long count) {
    Run run = nextRun(count, true);
    return run.range().encode(run.start() + count - 1);
  }

  private Run nextRun(long want, boolean whole) {
    ClaimedRange r = range;
    long taken = share(want, whole, r.limit, r.position());
    long start = taken == 0 ? 0 : r.take(taken);
    long usable = usable(start, taken, r.limit);
    return usable > 0 && (!whole || usable == want)
        ? new Run(r, start, usable)
        : settle(r, start, taken, want, whole);
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
   */
  private Run settle(ClaimedRange r, long start, long taken, long want, boolean whole) {
    long deadline = surroundings.elapsed().nanos() + timeoutNanos;
    while (true) {
      lock.lock();
      try {
        checkOpen();
        if (mayIssue(want, deadline)) {
          advance();
          ClaimedRange current = range;
          long bound = Math.min(current.end, bound());
          if (r != current || start < floor() || taken == 0) {
            r = current;
            taken = share(want, whole, bound, r.position());
            start = taken == 0 ? r.position() : r.take(taken);
          }
          long usable = usable(start, taken, bound);
          if (usable > 0 && (!whole || usable == want)) {
            used();
            return new Run(r, start, usable);
          }
          if (start + (whole ? want : 1) > current.end) {
            awaitClaim(want, deadline);
            continue;
          }
          refuseIfTooFar(start, deadline);
        }
      } finally {
        lock.unlock();
      }
      surroundings.elapsed().pause(MAX_PAUSE_NANOS);
    }
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
    if (clock == null || rules == null) {
      return true;
    }
    clock.read();
    if (clock.behindMs() <= rules.clockToleranceMs()) {
      return true;
    }
    if (rules.onBehind() == OnClockBehind.HOP && source.canHop()) {
      return hopped(want, deadline);
    }
    long missingMs = clock.behindMs() - rules.clockToleranceMs();
    if (rules.onBehind() != OnClockBehind.WAIT
        || TimeUnit.MILLISECONDS.toNanos(missingMs) > left(deadline)) {
      throw behind("no id issued", null);
    }
    return false;
  }

  private boolean hopped(long want, long deadline) {
    if (mayTry()) {
      requestClaim(want, true);
    }
    if (clock != null && rules != null && clock.behindMs() <= rules.clockToleranceMs()) {
      return true;
    }
    if (claiming && left(deadline) > 0) {
      return false;
    }
    throw behind("no idle worker number at the clock's time; no id issued", failure);
  }

  private ClockBehindException behind(String consequence, @Nullable Throwable cause) {
    String message = "clock is behind the last id: behindMs="
        + (clock == null ? 0 : clock.behindMs())
        + " > clockToleranceMs="
        + (rules == null ? 0 : rules.clockToleranceMs())
        + ", worker="
        + owned.worker()
        + ", generator="
        + name
        + "; "
        + consequence;
    return cause == null
        ? new ClockBehindException(message)
        : new ClockBehindException(message, cause);
  }

  /** Goes on to the following range when this one is used up, and to the tick that it is. */
  private void advance() {
    long floor = floor();
    ClaimedRange next = following;
    if (next != null && Math.max(range.position(), floor) >= range.end) {
      if (rules != null && next.worker != range.worker) {
        // Another worker's id must come later by its time, as its worker bits may be lower.
        next.raise(Math.min(rules.nextTick(Math.min(range.position(), range.end)), next.end));
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
        CoarseClock.shared().add(this);
      }
    }
    renewIfLow();
    setLimit();
  }

  private void renewIfLow() {
    if (following == null && leftOf(range) <= renewBelow && mayTry()) {
      requestClaim(1, false);
    }
  }

  private long leftOf(ClaimedRange r) {
    return r.end - Math.max(r.position(), floor());
  }

  private boolean mayTry() {
    return !claiming && (failure == null || surroundings.elapsed().nanos() - retryAtNanos >= 0);
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
      if (time == null || rules == null || closed || suspended || idleTicks > IDLE_TICKS) {
        return park();
      }
      time.read();
      if (time.behindMs() > rules.clockToleranceMs()) {
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

  /** Waits for a claim to arrive, asking for it first if nobody has. */
  private void awaitClaim(long want, long deadline) {
    if (following != null) {
      return;
    }
    if (mayTry()) {
      requestClaim(want, false);
    }
    awaitArrival(left(deadline));
    MintmarkException last = failure;
    if (last == null && !claiming) {
      return;
    }
    if (last != null && isFinal(last)) {
      throw last;
    }
    long left = left(deadline);
    if (left <= 0) {
      throw outOfTime();
    }
    pauseUnlocked(Math.min(left, Math.max(retryAtNanos - surroundings.elapsed().nanos(), 1)));
  }

  /** Whether waiting cannot help: all but an unreachable store and a shortage of numbers. */
  private static boolean isFinal(MintmarkException e) {
    return !(e instanceof StoreUnavailableException) && !(e instanceof NoIdleWorkerException);
  }

  private MintmarkException outOfTime() {
    MintmarkException last = failure;
    if (last instanceof NoIdleWorkerException) {
      return last;
    }
    String message = "nothing could be claimed in time: claimTimeoutMs="
        + surroundings.claimTimeout().toMillis()
        + ", generator="
        + name
        + (last == null ? "" : ", last=" + last.getMessage())
        + "; no id issued";
    return last == null
        ? new StoreUnavailableException(message)
        : new StoreUnavailableException(message, last);
  }

  private void awaitArrival(long nanos) {
    try {
      for (long left = nanos; claiming && left > 0; ) {
        left = arrival.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreUnavailableException(
          "interrupted while waiting for a claim: generator=" + name + "; no id issued", e);
    }
  }

  private void pauseUnlocked(long nanos) {
    lock.unlock();
    try {
      surroundings.elapsed().pause(nanos);
    } finally {
      lock.lock();
    }
  }

  private void refuseIfTooFar(long start, long deadline) {
    if (rules == null || clock == null) {
      return;
    }
    long aheadMs = rules.timeMs(start) - rules.timeMs(clock.bound() - 1);
    if (TimeUnit.MILLISECONDS.toNanos(aheadMs) > left(deadline)) {
      throw new ExhaustedException("the numbers of this time are used up: aheadMs="
          + aheadMs
          + " past maxAheadMs="
          + rules.maxAheadMs()
          + ", capacity="
          + rules.capacity()
          + " a tick of "
          + rules.unitMs()
          + " ms, generator="
          + name
          + "; no id issued");
    }
  }

  private void requestClaim(long want, boolean hop) {
    claiming = true;
    failure = null;
    int asked = generation;
    Held held = new Held(owned.worker(), range.position(), owned.end());
    Wish wish;
    if (clock == null) {
      wish = new Wish(0, want, 0, held, false);
    } else {
      long floor = hop ? clock.wallFloor() : clock.floor();
      wish = new Wish(floor + numberStart.getAsLong(), want, clock.wallMs(), held, hop);
    }
    try {
      surroundings.background().execute(() -> claim(wish, asked));
    } catch (RuntimeException e) {
      failed(new StoreUnavailableException("claims are stopped: generator=" + name, e));
    }
  }

  /** Runs in the background: must leave {@code claiming} false whatever happens. */
  @SuppressWarnings("CatchingUnchecked")
  private void claim(Wish wish, int asked) {
    try {
      Claimed claimed = source.claim(wish);
      arrived(wish, claimed, asked);
    } catch (MintmarkException e) {
      failed(e);
    } catch (Throwable e) {
      failed(new StoreUnavailableException("a claim failed: generator=" + name, e));
    }
  }

  private void failed(MintmarkException e) {
    lock.lock();
    try {
      claiming = false;
      failure = e;
      if (e instanceof StoreRewoundException lost) {
        rewound = lost;
        abandon();
      }
      retryAtNanos = surroundings.elapsed().nanos() + TimeUnit.MILLISECONDS.toNanos(retryDelayMs);
      retryDelayMs = Math.min(retryDelayMs * 2, LAST_RETRY_MS);
      arrival.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void arrived(Wish wish, Claimed claimed, int asked) {
    lock.lock();
    try {
      claiming = false;
      retryDelayMs = FIRST_RETRY_MS;
      // What was asked for before a checkpoint may reach two restored copies: neither uses it.
      if (asked == generation && !closed) {
        install(wish, claimed);
      }
      arrival.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void install(Wish wish, Claimed claimed) {
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
    if (wish.hop() && clock != null && following != null) {
      clock.stepBack();
      follow(following);
      following = null;
    }
    setLimit();
  }

  /** Drops what is claimed: positions that others may have been given are not used. */
  private void abandon() {
    range.limit = ClaimedRange.PARKED;
    range = nothing();
    following = null;
  }

  @Override
  public void suspend() {
    lock.lock();
    try {
      suspended = true;
      generation++;
      abandon();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void resume() {
    lock.lock();
    try {
      suspended = false;
      arrival.signalAll();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      abandon();
      arrival.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void checkOpen() {
    if (closed) {
      throw new ClosedException("the generator is closed: generator=" + name + "; no id issued");
    }
    if (rewound != null) {
      throw rewound;
    }
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
   * What a local line holds.
   *
   * @param worker the worker number in use, -1 for none
   * @param left positions claimed and not handed out
   * @param end the end of what is claimed, exclusive
   */
  public record Holding(long worker, long left, long end) {}
}
