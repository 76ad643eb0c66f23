package io.mintmark.internal.line;

import io.mintmark.error.ClosedException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.IdOrder;
import io.mintmark.generator.OnClockBehind;
import io.mintmark.generator.Supply;
import io.mintmark.internal.batch.RunSink;
import io.mintmark.internal.batch.WordEncoder;
import io.mintmark.internal.line.LineCall.Batch;
import io.mintmark.internal.line.LineCall.CallStage;
import io.mintmark.internal.line.LineCall.Reserved;
import io.mintmark.internal.line.LocalLines.IdForm;
import io.mintmark.internal.line.RangeSource.ClaimRequest;
import io.mintmark.internal.line.RangeSource.Claimed;
import io.mintmark.internal.line.RangeSource.Owned;
import io.mintmark.internal.line.Waiters.PositionRun;
import io.mintmark.internal.store.StackRoom;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
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
 * <p><b>The hot path</b> is two volatile reads (where to take, and its limit), one {@code
 * getAndAdd} and one comparison. All rules hide behind the comparison: a range's <i>limit</i> is
 * the lowest of its end, of what may be carried ahead of the clock, and of the place where more
 * should be asked for; it is {@link ClaimedRange#PARKED} while ids come slowly, before the first
 * claim, while the clock stands past all that is claimed, and after closing. A caller that meets
 * the limit goes through {@link #settle}, under the monitor, where everything is decided. Where a
 * range has nothing below its limit, callers meet {@link #stop} instead, a range without
 * positions: so calls that are refused, and made again at once, do not use up the positions of
 * times to come.
 *
 * <p><b>Time.</b> Ids that come slowly read the clock one by one, in {@code settle}. When they come
 * so fast that the readings cost more than the clock's thread, see {@link Pace}, the line asks
 * {@link CoarseClock} to push its position and its limit along instead. The position only moves
 * forward; a clock that steps back moves nothing. Ids of another worker's line come in a later tick
 * than all before: {@code least} sees to that, whatever is claimed in between.
 *
 * <p><b>More</b> is claimed by one background task at a time, at most: ahead of need when what is
 * left falls below the source's mark, and only because an id was asked for (see {@link Refill}).
 * What follows directly extends the range; anything else waits as the following range until the
 * first is used up, so that a segment's rest is not thrown away.
 *
 * <p><b>Waiting calls</b> are served in order. A caller that waits for the clock holds its
 * position, which is its place in the queue, and may use it however late it wakes. Callers that
 * wait for a claim stand in {@link Waiters}, and what arrives is handed to them there and then,
 * the freshest of it, but also when its tick has passed on the way: else a store that takes longer
 * than what it was asked for lasts would never serve anybody. So an id is at most as old as its
 * claim took, or as its call waited. Every wait ends by its call's deadline, and looks again every
 * {@value #MAX_WAIT_MS} ms at the latest, so that nobody depends on being woken.
 *
 * <p><b>First use.</b> While no claim has ever succeeded, a wait whose length the store has told
 * does not count for the deadline: at most {@link WindowRules#WAIT}, however often the store comes
 * up anew. Later calls keep the usual deadline. Only the wait is longer, nothing else: what may be
 * claimed, and when, is decided by the source alone.
 *
 * <p><b>Calls without a thread.</b> {@link #fillAsync} stands in the same queue and goes through
 * the same {@code settle}. Where a thread would wait, such a call is left behind ({@link LineCall})
 * with a timer for its next look; a claim that serves it, or that timer, takes it up again. Why its
 * positions are handed out once:
 *
 * <ul>
 *   <li>it gets a position as every caller does, by {@code getAndAdd} on one range, for itself or
 *       in {@code serve}, and from then on the position is in the call's {@link Waiter} alone.
 *       Nothing is ever put back into a range;
 *   <li>one thread at a time looks for a call. It takes the call up under the monitor, where it
 *       must find it waiting, and leaves it there too. A timer of an earlier wait finds that the
 *       call's count of waits has changed, and does nothing;
 *   <li>a future is completed once: with the ids, with the failure, or by a caller who cancels.
 *       Where the ids come second nobody sees them, and they are dropped with the call: burned. The
 *       same holds for what a call had taken when it failed.
 * </ul>
 *
 * <p>Futures are completed without the monitor, by the thread of the claim or of the timer.
 *
 * <p><b>No copy of a snapshot uses what another may use.</b> To suspend the line parks the limit
 * and drops what is claimed, so a caller that meets the limit later gets nothing of it. That holds
 * for one that waits with positions of a range of before, too: each range knows how often all had
 * been given up when it was claimed. A call for one id compares after it has taken its position: if
 * the line is suspended later than that, the id is one that its caller holds already. A call for
 * several may wait between its runs. So it counts the suspensions before it takes a run, and again
 * when it has all: if there was one between, it burns what it has and begins anew. Positions that
 * need no claim stay, as what tells the ids of copies apart there is drawn anew.
 *
 * <p><b>Slices.</b> Where only each thread's ids have to rise, a thread takes a run of positions at
 * once and hands out their ids by itself, see {@link ThreadSlices}. They are of one range and one
 * tick, so each id is the one before and one more. All slices end when what is claimed is given up,
 * when the tick of the clock's thread ends or that thread is left, and at suspending and closing. A
 * call for several ends its own thread's, as its ids come after those.
 *
 * <p><b>Errors.</b> Guarded state is changed under a monitor rather than a lock object: leaving it
 * takes neither memory nor stack, so that a caller whose stack is full, or a heap that is, leaves
 * no lock behind. What can throw comes before what it must not leave half done.
 */
public final class LocalLine implements ClockListener, Lifecycle {

  private static final long MAX_PAUSE_NANOS = 1_000_000;
  private static final long MAX_CLOCK_WAIT_NANOS = 10_000_000;
  private static final long MAX_WAIT_MS = 100;
  private static final long MOST_KNOWN_WAIT_NANOS = WindowRules.WAIT.toNanos();

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
  private final @Nullable ThreadSlices slices;

  /** Where callers take positions without asking: the range, or {@link #stop}. */
  private volatile ClaimedRange open;

  /** Has nothing that could be used: what is taken here is lost to nobody. */
  private final ClaimedRange stop;

  // All below is guarded by the lock.
  private ClaimedRange range;
  private final Waiters waiters = new Waiters();
  private final MadeCount made = new MadeCount();
  private @Nullable ClaimedRange following;
  private Owned owned = Owned.NOTHING;
  private long renewBelow = -1;

  /** The lowest position that may be handed out: ids of this line stay in order. */
  private long least;

  /** How often all that was claimed was given up: nobody uses a range of before any more. */
  private long givenUp;

  /** Whether a claim has ever succeeded: the first use of a store waits if it has to. */
  private boolean claimedBefore;

  /** When the claim was asked for that is on its way, or came last. */
  private long askedAtNanos;

  /** Where the tick began that slices are of. */
  private long slicedFloor;

  private boolean closed;
  private boolean suspended;

  /** How often this was suspended; written under the lock. */
  private volatile long suspensions;

  /** Slices with another stamp have ended; written under the lock. */
  private volatile long sliceStamp;

  /**
   * Makes a line.
   *
   * @param source where positions come from; without one, all that there are belong to this line
   * @param rules how time becomes positions; without them, positions carry no time
   */
  LocalLine(
      String name,
      IdForm form,
      @Nullable RangeSource source,
      @Nullable TickRules rules,
      Context context) {
    this(name, form, source, rules, context, new Pace(context));
  }

  LocalLine(
      String name,
      IdForm form,
      @Nullable RangeSource source,
      @Nullable TickRules rules,
      Context context,
      Pace pace) {
    this.name = name;
    this.code = form.code();
    this.source = source;
    this.clock = rules == null ? null : new TickClock(context.wall(), context.elapsed(), rules);
    this.numberStart = form.numberStart();
    this.slices = form.order() == IdOrder.GENERATOR
        ? null
        : rules == null ? ThreadSlices.withoutTime() : ThreadSlices.of(rules, pace);
    this.context = context;
    this.pace = pace;
    this.timeoutNanos = context.claimTimeout().toNanos();
    this.range =
        source == null && rules != null ? new ClaimedRange(code, 0, 0, rules.end(), 0) : nothing();
    this.stop = nothing();
    this.open = stop;
    this.refill = source == null ? null : new Refill(name, source, context, lock, new More());
  }

  private ClaimedRange nothing() {
    return new ClaimedRange(code, 0, 0, 0, givenUp);
  }

  /**
   * Returns the id of the next position.
   *
   * @return the id: the position with the worker number's bits inserted
   * @throws MintmarkException if there is none to be had within the claim timeout
   */
  public long next() {
    if (slices != null) {
      return nextOfThread(slices);
    }
    ClaimedRange r = open;
    // Read first: what follows an atomic step waits for it.
    long mask = r.numberMask;
    int shift = r.workerShift;
    long bits = r.workerBits;
    long position = r.take(1);
    if (position < r.limit) {
      return PositionCode.withWorker(position, mask, shift, bits);
    }
    PositionRun run = settleOne(r, position);
    return run.range().encode(run.start());
  }

  private long nextOfThread(ThreadSlices all) {
    long[] slice = all.ofThread();
    long id = ThreadSlices.take(slice);
    return ThreadSlices.has(slice, id, sliceStamp) ? id : takeSlice(slice);
  }

  /**
   * Takes a slice for a thread that has none, and returns its first id. Ids of a slice follow each
   * other, so it ends with its tick at the latest; what is taken beyond is burned. One long method
   * on purpose, as {@link #settle} is.
   */
  private long takeSlice(long[] slice) {
    ThreadSlices all = Objects.requireNonNull(slices);
    long left = ThreadSlices.empty(slice, true);
    if (left > 0) {
      synchronized (lock) {
        made.burn(left);
      }
    }
    long size = all.size(slice, sliceStamp);
    ClaimedRange r = open;
    long limit = r.limit;
    long position = r.position();
    long room = position < limit ? limit - position : 0;
    long count = size <= room ? size : 1;
    long start = r.take(count);
    limit = r.limit;
    if (start >= limit || limit - start < count) {
      PositionRun taken = new PositionRun(r, start, count);
      long deadline = context.elapsed().nanos() + timeoutNanos;
      Waiter waiter = new Waiter(taken, count, false, deadline, null);
      PositionRun run = settle(waiter);
      r = run.range();
      start = run.start();
      count = run.count();
    }
    long following = code.following(start);
    if (following < count) {
      long end = start + following;
      PositionRun beyond = new PositionRun(r, end, count - following);
      synchronized (lock) {
        made.burn(beyond);
      }
      count = following;
    }
    long id = r.encode(start);
    ThreadSlices.fill(slice, r.worker, id, count);
    return id;
  }

  /** Has the thread's next ids come after all that are made now. */
  private void endSlice() {
    if (slices != null) {
      burnSlice(slices.ofThread(), false);
    }
  }

  private void burnSlice(long[] slice, boolean tookOneMore) {
    long left = ThreadSlices.empty(slice, tookOneMore);
    if (left > 0) {
      synchronized (lock) {
        made.burn(left);
      }
    }
  }

  private PositionRun settleOne(ClaimedRange r, long position) {
    return settle(new Waiter(new PositionRun(r, position, 1), 1, false, deadline(), null));
  }

  /**
   * Makes a batch of ids, in as few steps as the limits allow.
   *
   * @param sink takes them, in the order of their positions
   * @param whole whether their positions must follow each other without a gap, and where they are
   *     in time, within one tick
   * @throws MintmarkException if not all could be had in time; those taken are burned
   */
  public void fill(RunSink sink, boolean whole) {
    RunSink unused = filled(new Batch<>(sink, whole, deadline(), () -> sink, null));
  }

  /**
   * Makes a batch of ids as {@link #fill} does, and does not wait.
   *
   * @param sink takes them, in the order of their positions
   * @param whole whether their positions must follow each other without a gap, and where they are
   *     in time, within one tick
   * @param made makes the answer when the sink has all, on the thread that completes the future
   * @param <T> the answer
   * @return completed at once from what is claimed, else when a claim or the clock allows it, or
   *     by the deadline with what {@link #fill} throws
   */
  public <T> CompletableFuture<T> fillAsync(RunSink sink, boolean whole, Supplier<T> made) {
    endSlice();
    CompletableFuture<T> future = new CompletableFuture<>();
    goOn(new Batch<>(sink, whole, deadline(), made, future));
    return future;
  }

  /**
   * Returns what {@link #next()} makes of a position, for many of them.
   *
   * @return the encoder of this line's ids
   */
  public WordEncoder encoder() {
    return code;
  }

  /**
   * Makes an id of any kind from the next position of a line whose ids are its positions.
   *
   * @param argument what else the id is made from
   * @param encoder makes it
   * @param <T> the id
   * @return the id
   * @throws MintmarkException if there is no position to be had within the claim timeout
   */
  public <T> T next(long argument, Encoder<T> encoder) {
    if (slices != null) {
      return nextOfThread(slices, argument, encoder);
    }
    ClaimedRange r = open;
    long position = r.take(1);
    if (position < r.limit) {
      return encoder.encode(r.worker, position, argument);
    }
    PositionRun run = settleOne(r, position);
    return encoder.encode(run.range().worker, run.start(), argument);
  }

  private <T> T nextOfThread(ThreadSlices all, long argument, Encoder<T> encoder) {
    long[] slice = all.ofThread();
    long position = ThreadSlices.take(slice);
    if (!ThreadSlices.has(slice, position, sliceStamp)) {
      position = takeSlice(slice);
    }
    return encoder.encode(ThreadSlices.worker(slice), position, argument);
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
    return filled(new Reserved<>(count, deadline(), Long::valueOf, null));
  }

  /**
   * Reserves positions as {@link #reserve} does, and does not wait.
   *
   * @param count how many, 1 or more
   * @param made makes the answer of the last position's id
   * @param <T> the answer
   * @return as {@link #fillAsync}
   */
  public <T> CompletableFuture<T> reserveAsync(long count, LongFunction<T> made) {
    endSlice();
    CompletableFuture<T> future = new CompletableFuture<>();
    goOn(new Reserved<>(count, deadline(), made, future));
    return future;
  }

  private <T> T filled(LineCall<T> call) {
    endSlice();
    boolean unusedAlways = fill(call);
    return call.ids();
  }

  /**
   * Takes what a call is missing; returns false if it goes on later, and then is not ours. What it
   * took before the line was last suspended is in every copy of the process, and is burned.
   */
  private boolean fill(LineCall<?> call) {
    while (true) {
      long before = suspensions;
      if (call.suspensions != before) {
        forget(call);
        call.suspensions = before;
      }
      long missing = call.missing();
      if (missing == 0) {
        return true;
      }
      Waiter begun = call.waiter;
      PositionRun run = begun == null ? nextRun(missing, call) : settleForCall(begun, call);
      if (run.count() == 0) {
        return false;
      }
      call.waiter = null;
      call.add(run);
    }
  }

  private void forget(LineCall<?> call) {
    long burned = call.forget();
    if (burned > 0) {
      synchronized (lock) {
        made.burn(burned);
      }
    }
  }

  /** Looks for a call whose caller does not wait; it is the present thread's until it waits. */
  @SuppressWarnings("CatchingUnchecked")
  private void goOn(LineCall<?> call) {
    Waiter begun = call.waiter;
    if (call.isDone() && begun != null) {
      leave(begun);
      return;
    }
    try {
      if (fill(call)) {
        call.complete();
      }
    } catch (Throwable e) { // Whatever failed is the call's outcome, on whichever thread.
      call.fail(Context.outcome(name, e));
    }
  }

  /**
   * Looks for the calls that have something to look at, on the thread of a claim, of a timer, or of
   * what ends or suspends the line; never on one that makes a call itself. What follows on their
   * futures may do anything, so the monitor is not held: where an executor runs a claim in place,
   * their timers look for them.
   */
  private void goOnWithReady() {
    while (!Thread.holdsLock(lock)) {
      LineCall<?> call;
      synchronized (lock) {
        call = waiters.takeReady();
      }
      if (call == null) {
        return;
      }
      goOn(call);
    }
  }

  /**
   * Leaves a call until it is handed something, or at the latest until it is time to look again;
   * under the monitor. From here on it belongs to the thread that takes it up.
   */
  private void waitsWithoutThread(LineCall<?> call, Waiter waiter) {
    StackRoom.toReturn();
    long wait = ++call.waits;
    context.elapsed().callAfter(waiter.pauseNanos(context), () -> goOnAfter(call, wait));
    call.waiter = waiter;
    call.stage = CallStage.WAITS;
  }

  private void goOnAfter(LineCall<?> call, long wait) {
    synchronized (lock) {
      if (call.waits != wait || call.stage == CallStage.RUNS) {
        return;
      }
      waiters.ready(call);
    }
    goOnWithReady();
  }

  private PositionRun nextRun(long want, LineCall<?> call) {
    ClaimedRange r = open;
    // Which tick it is in is known only once it is taken, and that may be in two.
    boolean inOneTick = call.whole && clock != null;
    long taken = inOneTick ? 0 : share(want, call.whole, r.limit, r.position());
    long start = taken == 0 ? 0 : r.take(taken);
    PositionRun run = new PositionRun(r, start, taken);
    return taken > 0 && run.usable(r.limit) == taken
        ? run
        : settleForCall(
            new Waiter(run, want, call.whole, call.deadline, call.isBlocking() ? null : call),
            call);
  }

  private PositionRun settleForCall(Waiter waiter, LineCall<?> call) {
    PositionRun run = settle(waiter);
    if (run.count() > 0) {
      waiter.pass(call);
    }
    return run;
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
   * @return the positions; {@link Waiters#LATER} where a call goes on without this thread
   */
  private PositionRun settle(Waiter waiter) {
    boolean fails = true;
    try {
      while (true) {
        synchronized (lock) {
          prepare(waiter);
          if (mayIssue(waiter)) {
            takeHanded(waiter);
            advance();
            ClaimedRange r = range;
            long bound = bound();
            if (!owns(waiter)) {
              long position = startFor(waiter, r.position());
              long count = 0;
              if (!isShort(waiter)) {
                count = share(waiter.want, waiter.whole, Math.min(r.end, bound), position);
                if (count == 0) {
                  // Not taken where it would come too late: it would be burned.
                  awaitClock(waiter, position + waiter.need() - 1);
                  count = waiter.whole ? 0 : 1;
                }
              }
              made.burn(waiter.run);
              if (count > 0) {
                made.skip(r, position);
              }
              waiter.takes(new PositionRun(r, count == 0 ? position : r.take(count), count));
            }
            if (!owns(waiter)) {
              if (isShort(waiter)) {
                askAndWait(waiter);
                bound = bound();
              } else if (waiter.left(context) <= 0) {
                throw new StoreUnavailableException(
                    "other threads were faster at every attempt: " + subject() + "; no id issued");
              }
            }
            if (owns(waiter)) {
              waiter.kept = true;
              PositionRun run = waiter.run;
              long usable = run.usable(Math.min(run.range().end, bound));
              if (usable >= waiter.need()) {
                // First, or what is claimed in place would be handed to this caller as well.
                waiters.remove(waiter);
                used(run.start() + usable - 1);
                fails = false;
                return usable == run.count() ? run : firstOf(run, usable);
              }
              awaitClock(waiter, run.start() + waiter.need() - 1);
            }
          }
          LineCall<?> call = waiter.call;
          if (call != null) {
            waitsWithoutThread(call, waiter);
            fails = false;
            return Waiters.LATER;
          }
        }
        waiter.pause(context, subject());
      }
    } finally {
      if (fails) {
        leave(waiter);
      }
      tellOfClock();
    }
  }

  /** Ends a look that led to nothing; what was taken or handed on the way is burned. */
  private void leave(Waiter waiter) {
    synchronized (lock) {
      waiters.remove(waiter);
      takeHanded(waiter);
      made.burn(waiter.run);
    }
  }

  private PositionRun firstOf(PositionRun run, long usable) {
    made.burn(new PositionRun(run.range(), run.start() + usable, run.count() - usable));
    return new PositionRun(run.range(), run.start(), usable);
  }

  private void takeHanded(Waiter waiter) {
    PositionRun handed = waiter.handed;
    if (handed != null) {
      made.burn(waiter.run);
      waiter.takesHanded(handed);
    }
  }

  /** Not under the monitor: the observer may do anything. */
  private void tellOfClock() {
    TickClock time = clock;
    if (time != null && time.hasSteppedBack() && !Thread.holdsLock(lock)) {
      long backMs;
      synchronized (lock) {
        backMs = time.takeStepBack();
      }
      if (backMs > 0) {
        context.observer().clockSteppedBack(name, Duration.ofMillis(backMs));
      }
    }
  }

  private boolean owns(Waiter waiter) {
    return isEnough(waiter, waiter.run) && (waiter.kept || waiter.run.start() >= floor());
  }

  /** Whether a caller may use a run, at whatever time. */
  private boolean isEnough(Waiter waiter, PositionRun run) {
    return run.range().givenUpBefore == givenUp
        && run.usable(run.range().end) >= waiter.need()
        && run.start() == startFor(waiter, run.start());
  }

  /**
   * Where a caller's run may start, from a position on: positions in time that follow each other
   * without a gap are of one tick.
   */
  private long startFor(Waiter waiter, long position) {
    TickClock time = clock;
    return time != null && waiter.whole ? time.rules().wholeFrom(position, waiter.want) : position;
  }

  private String subject() {
    return "generator=" + name;
  }

  /** Before each look: throws if the call can never succeed. */
  private void prepare(Waiter waiter) {
    Refill more = refill;
    if (more != null) {
      more.collect();
      if (!claimedBefore) {
        waiter.waitsLonger(Math.min(more.knownWaitNanos(), MOST_KNOWN_WAIT_NANOS));
      }
    }
    checkOpen();
    if (clock != null && waiter.whole) {
      clock.refuseLongerThanTick(waiter.want, name);
    }
    waiter.waits(false, MAX_PAUSE_NANOS);
  }

  /** Whether the present range has not enough left for a caller, at whatever time. */
  private boolean isShort(Waiter waiter) {
    ClaimedRange r = range;
    return floor() >= r.end || r.end - startFor(waiter, r.position()) < waiter.need();
  }

  private void awaitClock(Waiter waiter, long position) {
    TickClock time = clock;
    if (time != null) {
      // Else each call that is refused until the clock's next turn would burn a position.
      open = stop;
      time.refuseTooFar(position, waiter.left(context), name);
      long ahead = TimeUnit.MILLISECONDS.toNanos(Math.max(1, time.aheadMs(position)));
      waiter.waits(false, Math.min(ahead, MAX_CLOCK_WAIT_NANOS));
    }
  }

  /** Stands in the queue for what is claimed next, and asks for it if nobody has. */
  private void askAndWait(Waiter waiter) {
    Refill more = refill;
    if (more == null) {
      throw new ExhaustedException("the time bits have run out: " + subject() + "; no id issued");
    }
    if (following != null && waiter.whole) {
      // What is left of this range is too short: a gap, so that the numbers follow each other.
      made.skip(range, range.end);
      waiter.waits(false, 1);
      return;
    }
    refuseTooLate(waiter);
    waiters.add(waiter);
    if (more.mayAsk(waiter.want)) {
      ask(more, waiter.want, false);
      takeHanded(waiter);
      if (owns(waiter)) {
        return;
      }
    }
    if (!more.isClaiming()) {
      more.refuseFinal(waiter.want);
    }
    if (waiter.left(context) <= 0) {
      throw more.outOfTime();
    }
    if (more.isClaiming()) {
      waiter.waits(true, TimeUnit.MILLISECONDS.toNanos(MAX_WAIT_MS));
    } else {
      waiter.waits(false, more.untilRetryNanos());
    }
  }

  /**
   * Refuses a call before it claims what would come too late: those who wait together would push
   * the line further ahead of the clock than any of them can wait for.
   */
  private void refuseTooLate(Waiter waiter) {
    if (clock != null && source != null && !source.sharesTicks() && !waiter.queued) {
      long next = Math.max(range.end, floor()) + waiters.wanted();
      clock.refuseTooFar(next, waiter.left(context), name);
    }
  }

  private long deadline() {
    return context.elapsed().nanos() + timeoutNanos;
  }

  private boolean mayIssue(Waiter waiter) {
    if (!suspended) {
      return onTime(waiter);
    }
    if (waiter.left(context) <= 0) {
      throw new StoreUnavailableException(
          "ids are suspended for a checkpoint: " + subject() + "; no id issued");
    }
    waiter.waits(false, MAX_CLOCK_WAIT_NANOS);
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
  private boolean onTime(Waiter waiter) {
    TickClock time = clock;
    if (time == null) {
      return true;
    }
    time.read();
    Refill more = refill;
    if (more != null) {
      more.clockRead(time);
    }
    if (!time.isBehind()) {
      return true;
    }
    if (more != null
        && source != null
        && source.canHop()
        && time.rules().onBehind() == OnClockBehind.HOP) {
      if (more.mayAsk(waiter.want)) {
        ask(more, waiter.want, true);
      }
      if (time.isBehind() && (!more.isClaiming() || waiter.left(context) <= 0)) {
        throw time.behind(name, owned.worker(), more.failure());
      }
    } else if (!time.isWorthWaiting(waiter.left(context))) {
      throw time.behind(name, owned.worker(), null);
    }
    return !time.isBehind();
  }

  /** Goes on to the following range when this one is used up, and to the current tick. */
  private void advance() {
    long floor = floor();
    ClaimedRange next = following;
    if (next != null
        && (range.position() >= range.end || (floor >= range.end && floor < next.end))) {
      moveTo(next);
    }
    ClaimedRange r = range;
    // A reading past all that is claimed moves nothing: the store may refuse it.
    if (floor < r.end) {
      freshen(r, floor, r.end - 1);
    }
  }

  /** Skips what is not fresh any more, at most up to a last position. */
  private void freshen(ClaimedRange r, long floor, long last) {
    if (r.position() < floor) {
      made.skip(r, Math.min(floor + numberStart.getAsLong(), last));
      keep(r.position());
    }
  }

  /** What the line does now rests on the clock's reading, if a position is of that time. */
  private void keep(long position) {
    if (clock != null) {
      clock.keep(position);
    }
  }

  private void moveTo(ClaimedRange next) {
    StackRoom.toReturn();
    boolean isOfAnother = next.worker != range.worker;
    boolean follows = !isOfAnother && next.startsAt(range.end);
    close(range);
    long used = made.leave(range);
    if (isOfAnother) {
      keepOrder(used);
    }
    TickClock time = clock;
    if (time != null
        && !follows
        && time.rules().tickOf(next.position()) > Math.max(time.passedFloor(), least)) {
      // Later than ids need: it is the store that has them start there.
      time.accept(next.position());
    }
    made.skip(next, Math.min(least, next.end));
    range = next;
    following = null;
  }

  /**
   * Another worker's ids must come later by their time, as its worker bits may be lower. Where
   * workers share a tick they must not be of an earlier one: the clock may have stepped back since
   * positions were handed to callers that wait, who have not said yet that they used them.
   */
  private void keepOrder(long used) {
    if (clock != null) {
      least = Math.max(least, after(used, clock.rules()));
    }
  }

  /** Where another worker's ids may start, after what callers have taken of the present range. */
  private long after(long used, TickRules rules) {
    boolean sharesTicks = source != null && source.sharesTicks();
    return sharesTicks ? rules.tickOf(Math.max(used, 1) - 1) : rules.nextTick(used);
  }

  /** Hands positions that have just been claimed to the callers that wait, in their order. */
  private void serve() {
    Waiter first = waiters.first();
    ClaimedRange next = following;
    if (first == null) {
      return;
    }
    if (next != null && isShort(first)) {
      moveTo(next);
    }
    ClaimedRange r = range;
    long last = r.end - waiters.wanted();
    freshen(r, clock == null ? 0 : Math.max(clock.passedFloor(), least), last);
    for (Waiter waiter = first; waiter != null; ) {
      Waiter after = waiter.after;
      if (waiter.isGone()) {
        waiters.remove(waiter);
        waiter = after;
        continue;
      }
      long start = startFor(waiter, r.position());
      long count = share(waiter.want, waiter.whole, r.end, start);
      if (count > 0 && comesInTime(waiter, start)) {
        made.skip(r, start);
        PositionRun run = new PositionRun(r, r.take(count), count);
        if (isEnough(waiter, run)) {
          keep(start + count - 1);
          waiters.hand(waiter, run);
        } else {
          made.burn(run);
        }
      }
      waiter = after;
    }
  }

  /**
   * Whether a caller can wait for a position. Else it would be burned; and where each claim is of
   * another worker's, whose ids begin a tick later, so would be all that is claimed, in turn.
   */
  private boolean comesInTime(Waiter waiter, long position) {
    return clock == null || clock.comesInTime(position, waiter.left(context));
  }

  /** An id was made: notice how fast they come, ask for more in time, and set the limit. */
  private void used(long position) {
    if (clock != null) {
      clock.keep(position);
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
    open = r.position() < r.limit ? r : stop;
  }

  private void close(ClaimedRange r) {
    r.limit = ClaimedRange.PARKED;
    open = stop;
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
  public boolean clockTurned() {
    boolean goesOn = turn();
    tellOfClock();
    return goesOn;
  }

  private boolean turn() {
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
          time.keep(range.position());
          renewIfLow();
        }
      } catch (MintmarkException e) {
        // The next caller meets the same and is told.
        return park();
      }
      pace.moved(range.position());
      setLimit();
      endSlicesOfTick();
      return true;
    }
  }

  /** Ends what threads have of ticks before: their next ids are of this one. */
  private void endSlicesOfTick() {
    long floor = floor();
    if (floor != slicedFloor) {
      slicedFloor = floor;
      endSlices();
    }
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // Under the monitor.
  private void endSlices() {
    if (slices != null) {
      sliceStamp++;
    }
  }

  private boolean park() {
    pace.slow();
    setLimit();
    endSlices();
    return false;
  }

  private void ask(Refill more, long want, boolean hop) {
    askedAtNanos = context.elapsed().nanos();
    Owned held = new Owned(owned.worker(), held(range), owned.end());
    long wanted = more.wasTooMuch() ? want : Math.max(want, waiters.wanted());
    if (clock == null) {
      more.ask(new ClaimRequest(0, want, wanted, 0, held, false));
    } else {
      long floor = hop ? clock.wallFloor() : floor();
      long first = hop || held.end() <= floor ? numberStart.getAsLong() : 0;
      long used = Math.min(range.position(), range.end);
      long other = hop ? floor : Math.max(floor, after(used, clock.rules()));
      more.ask(new ClaimRequest(
          floor + first, other + first, want, wanted, clock.wallMs(), held, hop, false));
    }
  }

  /** The lowest position of a range that can still be used. */
  private long held(ClaimedRange r) {
    return Math.max(r.position(), Math.min(floor(), r.end));
  }

  /** Takes what the refill has claimed, and gives it up; under the lock. */
  private final class More implements Refill.Owner {

    @Override
    public void install(ClaimRequest request, Claimed claimed) {
      claimedBefore = true;
      Owned holds = new Owned(claimed.worker(), 0, claimed.end());
      ClaimedRange last = following == null ? range : following;
      boolean follows = !request.hop()
          && claimed.worker() == owned.worker()
          && claimed.start() == last.end
          && last.position() <= last.end;
      if (request.hop() && clock != null) {
        retire();
      }
      ClaimedRange next = following;
      if (follows) {
        last.extend(claimed.end());
      } else {
        next = new ClaimedRange(code, claimed.worker(), claimed.start(), claimed.end(), givenUp);
      }
      following = next;
      owned = holds;
      renewBelow = claimed.renewBelow();
      if (clock != null) {
        if (request.hop() && next != null) {
          clock.stepBack(request.wallMs(), askedAtNanos);
          least = 0;
          moveTo(next);
        } else {
          clock.claimed(request.wallMs(), askedAtNanos);
        }
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
      keepOrder(made.leave(range));
      retire();
      following = null;
      range = nothing();
    }

    /** Callers may still wait with positions of ranges that came before this one. */
    private void retire() {
      range.retire();
      open = stop;
      givenUp++;
      endSlices();
    }

    @Override
    public void wake() {
      waiters.wake();
    }

    @Override
    public void goOn() {
      goOnWithReady();
    }
  }

  @Override
  public void suspend() {
    synchronized (lock) {
      suspended = true;
      suspensions++;
      drop();
    }
    goOnWithReady();
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
    goOnWithReady();
  }

  /** Lets nothing be used that is claimed; positions that need no claim stay where they are. */
  private void drop() {
    close(range);
    endSlices();
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
   * Counts the ids made here.
   *
   * @return as of now, without those of calls that failed; what a batch had taken when it failed
   *     counts
   */
  public long made() {
    synchronized (lock) {
      return made.total(range);
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
   * The positions that a local line holds.
   *
   * @param worker the worker number in use, -1 for none
   * @param left positions claimed and not handed out
   * @param end the end of what is claimed, exclusive
   */
  public record Holding(long worker, long left, long end) {}
}
