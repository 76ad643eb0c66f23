package io.mintmark.internal.line;

import io.mintmark.error.MintmarkException;
import io.mintmark.generator.IdOrder;
import io.mintmark.generator.OnClockBehind;
import io.mintmark.generator.Supply;
import io.mintmark.internal.batch.RunSink;
import io.mintmark.internal.batch.WordEncoder;
import io.mintmark.internal.line.LocalLines.IdForm;
import io.mintmark.internal.line.Requests.PositionRun;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Hands out claimed positions, one by one, to any number of threads. A <i>position</i> is a number
 * on a line (a named, durable counter in the store), and becomes one id. Sequences, Snowflakes and
 * keys with a worker number use this class. ObjectIds and time-ordered UUIDs use it without a
 * store, because a local source computes their ranges in this process.
 *
 * <p><b>Why no position is handed out twice.</b> A caller takes a position with {@code
 * getAndAdd} on one {@link ClaimedRange}, so only one caller gets each value of that range's
 * counter. The caller uses the position only if it is below the range's end. The start and end
 * of a range come from the {@link RangeSource}, whose claims are disjoint. (A local source may
 * give the same range again after all positions were dropped, but then only from {@link
 * TickClock#least} on, which is above every position that was taken.) A range object is extended
 * only with positions that directly follow its end. So each position of each range is handed out
 * once, however threads interleave. The lock, the limit and the clock decide only <i>when</i> a
 * position may be used, and how recent its time is. A caller that has taken a position of a
 * range that was replaced meanwhile still owns that position.
 *
 * <p><b>The hot path</b> consists of two volatile reads (the open range and its limit), one {@code
 * getAndAdd} and one comparison with the limit. The comparison is enough, because the limit
 * reflects all rules. The <i>limit</i> of a range is the lowest of three positions: the end of the
 * range, the end of the positions that may be used ahead of the clock, and the position at which
 * more positions should be claimed. The limit is {@link ClaimedRange#PARKED} while ids are made
 * slowly, before the first claim, while the clock is past all claimed positions, and after closing.
 * A caller that reaches the limit enters {@link #settle}, which makes every decision with the lock
 * held. While a range has no positions below its limit, callers take positions from {@link #stop}
 * instead, a range without positions. So a caller that is refused and tries again at once does not
 * use up the positions of future ticks (a tick is the unit of time in an id).
 *
 * <p><b>Time.</b> While ids are made slowly, the clock is read for each id, in {@code settle}. If
 * ids are made fast, these reads cost more than a thread that reads the clock regularly (see {@link
 * Pace}). Then the line registers with {@link CoarseClock}, whose thread moves the position and the
 * limit of the range from then on. The position only moves forward, and does not move when the
 * clock steps back. {@link TickClock} makes every decision about time. Positions that carry no time
 * are in one tick that never ends, so for these lines it allows everything.
 *
 * <p><b>Claims.</b> {@link AheadClaims} claims more positions when few are left, or when callers
 * wait for them. If the claimed positions directly follow the range, they extend it. Otherwise they
 * become the following range, which is used only after the first range is used up, so that the rest
 * of the first range is not discarded.
 *
 * <p><b>Waiting calls</b> are served in order. A caller that waits for the clock has already taken
 * its position, which determines the order, and may use the position even if it wakes late. Callers
 * that wait for a claim are queued in {@link Requests}. Every wait ends by the deadline of its
 * call. {@link LineCalls} makes the calls for several ids, and those that return a future.
 *
 * <p><b>No copy of a snapshot uses positions that another copy may use.</b> Suspending the line
 * sets the limit to {@link ClaimedRange#PARKED} and drops all claimed positions, so a caller that
 * reaches the limit later gets none of them. A caller that waits with positions of an earlier range
 * does not use them either (see {@link HeldRanges}). A call for one id takes its position and then
 * compares it with the limit. If the line is suspended after that comparison, the caller already
 * has the id. For a call for several ids, see {@link LineCalls}. A line with a local source
 * continues in a later tick. Its ids contain random bits, which each copy draws anew, so the ids of
 * two copies still differ.
 *
 * <p><b>Slices.</b> If ids need to be ordered only within each thread, a thread takes several
 * positions at once, a slice, and uses them for its later calls (see {@link ThreadSlices}). A slice
 * is within one range and one tick, so each of its ids is the previous id plus one. All slices end
 * when the claimed positions are dropped, when the clock's thread sees a new tick, when the line
 * leaves the clock's thread, and when the line is suspended or closed. A call for several ids ends
 * the slice of its own thread, because the ids of later calls must be greater than the ids of this
 * call.
 *
 * <p><b>Errors.</b> Guarded state is changed in synchronized blocks and not with a {@link
 * java.util.concurrent.locks.Lock}, because leaving a synchronized block needs neither heap nor
 * stack. So even if the stack or the heap is exhausted, the lock is released. Everything that can
 * throw runs before a state change that must be complete.
 */
public final class LocalLine implements ClockListener, Positions {

  private static final long MAX_PAUSE_NANOS = 1_000_000;
  private static final long MAX_CLOCK_WAIT_NANOS = 10_000_000;

  final String name;
  final PositionCode code;
  final RangeSource source;
  final TickClock clock;
  final Context context;
  private final Pace pace;
  final Object lock = new Object();
  final SuspensionGate gate;
  private final LineCalls calls = new LineCalls(this);
  final @Nullable ThreadSlices slices;

  /** The range from which callers take positions without the lock, or {@link #stop}. */
  volatile ClaimedRange open;

  /**
   * A range without positions. A caller that takes a position from it does not use that position.
   */
  private final ClaimedRange stop;

  // The lock guards all fields below.
  final HeldRanges ranges;
  final Requests requests;
  private final AheadClaims claims;
  private final Refill refill;

  /**
   * Creates a line.
   *
   * @param name the generator's name, for messages
   * @param form how positions become ids
   * @param source claims the positions
   * @param rules map time to positions; if null, positions carry no time
   * @param context provides clocks, background threads and the deadline
   */
  public LocalLine(
      String name, IdForm form, RangeSource source, @Nullable TickRules rules, Context context) {
    this(name, form, source, rules, context, new Pace(context));
  }

  /**
   * Creates a line that measures how fast ids are made with a given object.
   *
   * @param name the generator's name, for messages
   * @param form how positions become ids
   * @param source claims the positions
   * @param rules map time to positions; if null, positions carry no time
   * @param context provides clocks, background threads and the deadline
   * @param pace measures how fast ids are made
   */
  public LocalLine(
      String name,
      IdForm form,
      RangeSource source,
      @Nullable TickRules rules,
      Context context,
      Pace pace) {
    this.name = name;
    this.code = form.code();
    this.source = source;
    TickRules known = rules == null ? TickRules.TIMELESS : rules;
    this.clock = new TickClock(context.wall(), context.elapsed(), known);
    this.slices = form.order() == IdOrder.GENERATOR ? null : ThreadSlices.of(known, pace);
    this.context = context;
    this.pace = pace;
    this.gate = new SuspensionGate(name, context, new Drop());
    this.ranges = new HeldRanges(code, source, clock, form.numberStart());
    this.stop = ranges.nothing();
    this.open = stop;
    this.requests = new Requests(lock, context, calls);
    this.claims = new AheadClaims(this);
    this.refill = claims.refill;
  }

  /** Returns the next id: the position with the worker number's bits inserted. */
  @Override
  public long next() {
    if (slices != null) {
      return slices.next(this);
    }
    ClaimedRange r = open;
    // These fields are read before the atomic addition, because later reads would have to wait
    // until it is complete.
    long mask = r.numberMask;
    int shift = r.workerShift;
    long bits = r.workerBits;
    long position = r.take(1);
    if (position < r.limit) {
      return PositionCode.withWorker(position, mask, shift, bits);
    }
    PositionRun run = settleTaken(r, position, 1);
    return run.range.encode(run.start);
  }

  /** Burns ids that were taken and are not used. */
  void burn(long ids) {
    if (ids > 0) {
      synchronized (lock) {
        ranges.burn(ids);
      }
    }
  }

  /** Finds positions for the current thread, which has taken some of a range, perhaps unusable. */
  PositionRun settleTaken(ClaimedRange r, long start, long count) {
    Request request = new Request(0, null, false, context.deadline(), null);
    request.begin(count, new PositionRun(r, start, count));
    return settle(request);
  }

  @Override
  public void fill(long count, RunSink sink, boolean whole) {
    calls.fill(count, sink, whole);
  }

  @Override
  public <T> CompletableFuture<T> fillAsync(
      long count, RunSink sink, boolean whole, Supplier<T> made) {
    return calls.fillAsync(count, sink, whole, made);
  }

  /**
   * Returns an encoder for many positions, which makes the same ids as {@link #next()}.
   *
   * @return the encoder of this line's ids
   */
  public WordEncoder encoder() {
    return code;
  }

  @Override
  public <T> T next(long argument, Encoder<T> encoder) {
    if (slices != null) {
      return slices.next(this, argument, encoder);
    }
    ClaimedRange r = open;
    long position = r.take(1);
    long worker = r.worker;
    if (position >= r.limit) {
      PositionRun run = settleTaken(r, position, 1);
      worker = run.range.worker;
      position = run.start;
    }
    T id = encoder.encode(worker, position, argument);
    return id != null ? id : nextAfterUnused(argument, encoder);
  }

  /**
   * Makes an id after a position that is not used. A call that waited has got a usable position, so
   * it does not come here.
   */
  <T> T nextAfterUnused(long argument, Encoder<T> encoder) {
    burn(1);
    return next(argument, encoder);
  }

  /**
   * Finds positions for a caller that reached the limit, and waits for a claim or the clock if
   * necessary. This is a single long method on purpose. The JVM's compiler does not inline methods
   * with more than 325 bytes of code, and the hot path was a third slower when this method was
   * inlined into its callers.
   *
   * @return the positions; {@link Requests#LATER} if the request is a call that was parked and
   *     continues later
   */
  PositionRun settle(Request request) {
    boolean fails = true;
    try {
      while (true) {
        synchronized (lock) {
          if (mayIssue(request)) {
            if (ranges.advance()) {
              open = stop;
            }
            long bound = clock.bound();
            boolean owned = request.run.range != stop && ranges.owns(request);
            if (!owned) {
              ClaimedRange r = ranges.present;
              long seen = r.position();
              long position = clock.startFor(request, seen);
              boolean isShort = clock.floor() >= r.end || r.end - position < request.need;
              long count = 0;
              if (!isShort) {
                count = request.share(Math.min(r.end, bound), position);
                if (count == 0) {
                  // Throws if the clock cannot reach the position in time. The position is not
                  // taken yet, so it is not burned.
                  awaitClock(request, position + request.need - 1);
                  count = request.whole ? 0 : 1;
                }
              }
              if (request.run.range != stop) {
                ranges.burn(request.run.range, request.run.start, request.run.count);
              }
              if (count > 0 && position > seen) {
                ranges.skip(r, position);
              }
              long start = count == 0 ? position : r.take(count);
              request.takes(new PositionRun(r, start, count), false);
              owned = count > 0 && ranges.owns(request);
              if (!owned && (isShort || ranges.areShort(request))) {
                claims.askAndWait(request);
                bound = clock.bound();
                owned = ranges.owns(request);
              }
            }
            if (owned) {
              request.kept = true;
              PositionRun run = request.run;
              long usable = run.usable(Math.min(run.range.end, bound));
              if (usable >= request.need) {
                // The request is removed before {@code used} is called, which may run a claim on
                // this thread. That claim would hand the request more positions if it were still
                // queued.
                requests.remove(request);
                used(run.start + usable - 1);
                fails = false;
                return usable == run.count ? run : ranges.first(run, usable);
              }
              awaitClock(request, run.start + request.need - 1);
            }
          }
          if (request.left(context) <= 0) {
            throw tooLate();
          }
          if (!request.isBlocking()) {
            requests.park(request);
            fails = false;
            return Requests.LATER;
          }
        }
        request.pause(context, "generator=" + name);
      }
    } finally {
      if (fails) {
        leave(request);
      }
      tellOfClock();
    }
  }

  /**
   * Ends a request that failed. Positions that it took, or that a claim handed to it meanwhile, are
   * burned.
   */
  void leave(Request request) {
    synchronized (lock) {
      requests.remove(request);
      ranges.burn(request.run.range, request.run.start, request.run.count);
    }
  }

  private MintmarkException tooLate() {
    if (gate.isSuspended()) {
      return gate.suspendedTooLong();
    }
    return clock.isBehind()
        ? clock.behind(name, ranges.owned.worker(), refill.failure)
        : refill.outOfTime();
  }

  /**
   * Reports a step back of the clock to the observer. The lock must not be held, because the
   * observer may do anything.
   */
  private void tellOfClock() {
    long backMs = Thread.holdsLock(lock) ? 0 : clock.untoldMs.getAndSet(0);
    if (backMs > 0) {
      context.tellOfClock(name, backMs);
    }
  }

  private void awaitClock(Request request, long position) {
    if (clock.timed) {
      // From now on, calls take positions from {@code stop}. So calls that are refused until the
      // next turn of the clock's thread burn no positions.
      open = stop;
      clock.refuseTooFar(position, request.left(context), name);
      long ahead = TimeUnit.MILLISECONDS.toNanos(Math.max(1, clock.aheadMs(position)));
      request.waits(false, Math.min(ahead, MAX_CLOCK_WAIT_NANOS));
    }
  }

  /**
   * Reads the clock, and returns whether ids may be made now. Throws if the request can never
   * succeed. If the clock has stepped back too far, reacts as {@link OnClockBehind} requires.
   */
  private boolean mayIssue(Request request) {
    claims.extendFirst(request);
    refill.refuseRewound();
    if (request.whole) {
      clock.refuseLongerThanTick(request.want, name);
    }
    if (!gate.isOpen()) {
      gate.refuseIfClosed();
      request.waits(false, MAX_CLOCK_WAIT_NANOS);
      return false;
    }
    request.waits(false, MAX_PAUSE_NANOS);
    clock.read();
    refill.clockRead(clock);
    if (!clock.isBehind()) {
      return true;
    }
    if (source.canHop() && clock.rules.onBehind() == OnClockBehind.HOP) {
      claims.ask(request.want, true);
      if (clock.isBehind() && !refill.isClaiming()) {
        throw clock.behind(name, ranges.owned.worker(), refill.failure);
      }
    } else if (!clock.isWorthWaiting(request.left(context))) {
      throw clock.behind(name, ranges.owned.worker(), null);
    }
    return !clock.isBehind();
  }

  /**
   * Called when an id is made from a position. Measures the pace, starts a claim if few positions
   * are left, and sets the limit.
   */
  private void used(long position) {
    if (clock.timed) {
      clock.keep(position);
      pace.called(clock.wallMs(), ranges.present.position(), this);
    }
    claims.renewIfLow();
    setLimit();
  }

  void setLimit() {
    ClaimedRange r = ranges.present;
    if (!gate.isOpen()) {
      return;
    }
    if (!clock.timed) {
      r.limit = ranges.limitToRenew();
    } else if (pace.isFast() && clock.floor() < r.end) {
      r.limit = Math.min(r.end, clock.bound());
    } else {
      r.limit = ClaimedRange.PARKED;
    }
    open = r.limit > 0 && r.position() < r.limit ? r : stop;
  }

  @Override
  public boolean clockTurned() {
    boolean goesOn = turn();
    tellOfClock();
    return goesOn;
  }

  private boolean turn() {
    synchronized (lock) {
      boolean used = pace.turned(ranges.present.position());
      if (!gate.isOpen() || !pace.isFast()) {
        return park();
      }
      try {
        clock.read();
        if (clock.isBehind()) {
          return park();
        }
        boolean unused = ranges.advance(); // The limit is set below.
        if (used) {
          clock.keep(ranges.present.position());
          claims.renewIfLow();
        }
      } catch (MintmarkException e) {
        // The next caller reads the clock itself and gets the same exception.
        return park();
      }
      pace.moved(ranges.present.position());
      setLimit();
      if (slices != null) {
        slices.endBefore(clock.floor());
      }
      return true;
    }
  }

  private void endSlices() {
    if (slices != null) {
      slices.endAll();
    }
  }

  private boolean park() {
    pace.slow();
    setLimit();
    endSlices();
    return false;
  }

  /** Makes callers enter {@link #settle}, with the lock held, for their next positions. */
  void stopCallers() {
    open = stop;
    endSlices();
  }

  @Override
  public void suspend() {
    synchronized (lock) {
      gate.suspend();
      source.forget();
    }
    requests.goOn();
  }

  @Override
  public void resume() {
    gate.resume();
  }

  @Override
  public void close() {
    synchronized (lock) {
      gate.close();
    }
    requests.goOn();
  }

  /** Drops all claimed positions. It is no lambda, which would make the first id late. */
  private final class Drop implements Runnable {

    @Override
    public void run() {
      ranges.present.limit = ClaimedRange.PARKED;
      open = stop;
      refill.disown();
    }
  }

  /**
   * Waits while this line is suspended, and returns how often it was suspended. A call that uses
   * other positions compares two results to detect that its positions may be in several copies of
   * the process.
   *
   * @param deadline when to give up, in elapsed time
   * @throws MintmarkException if this line is closed, remains suspended, or must not be used any
   *     more because the store has forgotten claims
   */
  long pass(long deadline) {
    synchronized (lock) {
      refill.refuseRewound();
    }
    return gate.pass(deadline);
  }

  /**
   * Returns the claimed positions that are not handed out.
   *
   * @return the positions, with the counts at the time of the call
   */
  public Holding holding() {
    synchronized (lock) {
      return ranges.holding();
    }
  }

  /**
   * Returns how many ids this line has made. This includes the ids that a batch had already
   * received before it failed, but no other positions that failed calls had taken.
   *
   * @return the count at the time of the call
   */
  @Override
  public long made() {
    synchronized (lock) {
      return ranges.made();
    }
  }

  @Override
  public Optional<Supply> supply() {
    synchronized (lock) {
      return Optional.of(ranges.supply());
    }
  }

  /**
   * The positions that a local line holds.
   *
   * @param worker the worker number in use; -1 if there is none
   * @param left the number of positions that are claimed and not handed out
   * @param end the end of the claimed positions, exclusive
   */
  public record Holding(long worker, long left, long end) {}
}
