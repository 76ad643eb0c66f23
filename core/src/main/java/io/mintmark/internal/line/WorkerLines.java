package io.mintmark.internal.line;

import io.mintmark.error.ClockAheadException;
import io.mintmark.error.ClockBehindException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.NoIdleWorkerException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.EngineLife;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;

/**
 * Claims windows of time on worker numbers' lines.
 *
 * <p>A number is taken when its line is idle: no position from now on has been claimed on it. The
 * taking is a compareAndSet from the value that looked idle, so of two takers one fails, and what
 * was claimed before, by any process, lies below the new window. A window is extended by a plain
 * claim, which no other claim can overlap; if its answer does not follow on the window held,
 * somebody else has claimed on the line (or a reply was lost), and another number is taken, so that
 * two holders do not leapfrog each other for ever. No step rests on a clock being right: a wrong
 * one makes a line look idle that is in use, and then the two holders' windows are disjoint all the
 * same. All this rests on the store's memory; where that can fail, {@link MemoryLossRules} keep
 * windows apart.
 */
final class WorkerLines implements RangeSource {

  /** The first range of numbers that is probed; it doubles when full. */
  private static final long FIRST_PROBED = 8;

  /** How often others may come first on a tick that is shared. */
  private static final int MAX_LOST_RACES = 1_000;

  private final ClaimStore store;
  private final String prefix;
  private final TickRules rules;
  private final WindowRules windows;
  private final SegmentSize size;
  private final RandomGenerator random;
  private final String note;
  private final MemoryLossRules loss;

  /** Ends of what this process has claimed, by number: the store must never stand below one. */
  private final Map<Long, Long> ends = new HashMap<>();

  /** The line that was taken and has no note of it yet; empty for none. */
  private final AtomicReference<String> taken = new AtomicReference<>("");

  /**
   * Makes a source.
   *
   * @param prefix the lines' names up to the number, for example {@code worker/users/}
   * @param size how much of a tick to claim where processes share it
   * @param note written beside a line when it is taken
   */
  WorkerLines(
      ClaimStore store,
      String prefix,
      TickRules rules,
      WindowRules windows,
      SegmentSize size,
      RandomGenerator random,
      String note) {
    this.store = store;
    this.prefix = prefix;
    this.rules = rules;
    this.windows = windows;
    this.size = size;
    this.random = random;
    this.note = note;
    this.loss = new MemoryLossRules(rules, windows.highest());
  }

  @Override
  public boolean canHop() {
    return true;
  }

  @Override
  public boolean sharesTicks() {
    return windows.shared();
  }

  @Override
  public Claimed claim(ClaimRequest request) {
    if (request.floor() >= rules.end()) {
      throw timeEnded(request.floor());
    }
    boolean engineClock =
        isForgetful() || windows.skew().compare(store, request.wallMs(), prefix + "*");
    if (request.unexpired() && !windows.shared()) {
      Optional<Claimed> extended = isForgetful() ? renew(request) : extend(request);
      if (extended.isPresent()) {
        return extended.get();
      }
    }
    return take(request, engineClock);
  }

  /** Whether windows are kept apart by the engine's life, see {@link MemoryLossRules}. */
  private boolean isForgetful() {
    return !windows.shared() && store.canLoseAcknowledgedWrites();
  }

  private ExhaustedException timeEnded(long floor) {
    return new ExhaustedException(Message.of(
        "the time bits have run out: lastTick={}, tick={}, lines={}*; no id issued",
        rules.ticks() - 1,
        floor / rules.capacity(),
        prefix));
  }

  private Optional<Claimed> extend(ClaimRequest request) {
    long worker = request.held().worker();
    String line = prefix + worker;
    long owned = request.held().end();
    long count = countFrom(owned, request.floor(), request);
    long start = store.claim(line, request.floor(), count);
    RewindDetector.check(line, start, owned);
    remember(worker, start + count);
    return start == owned ? Optional.of(claimed(worker, start, start + count)) : Optional.empty();
  }

  /** Extends a window on an engine that can forget; empty if another number has to be taken. */
  private Optional<Claimed> renew(ClaimRequest request) {
    long worker = request.held().worker();
    String line = prefix + worker;
    long owned = request.held().end();
    EngineLife life = life(line, request);
    long room = loss.latestEnd(life) - owned;
    if (!loss.isRenewable(life, owned) || room <= 0) {
      // What is held runs out; then a number is taken anew, most likely the same.
      return request.held().position() + request.count() <= owned
          ? Optional.of(new Claimed(worker, owned, owned, -1))
          : Optional.empty();
    }
    long count = Math.min(room, countFrom(owned, request.floor(), request));
    long start = store.claim(line, owned, count);
    if (start != owned || !life(line, request).id().equals(life.id())) {
      return Optional.empty();
    }
    remember(worker, start + count);
    return Optional.of(renewedEarly(request.floor(), worker, start, start + count));
  }

  /** Renewed with three quarters left, as the last part of a window cannot be renewed any more. */
  private Claimed renewedEarly(long floor, long worker, long start, long end) {
    return new Claimed(
        worker, start, end, windows.windowTicks() == 0 ? -1 : (end - Math.min(floor, end)) / 4 * 3);
  }

  private EngineLife life(String line, ClaimRequest request) {
    EngineLife life = store
        .life(line)
        .orElseThrow(() -> new IllegalStateException(
            Message.of("the store can lose writes and tells no life: line={}", line)));
    windows.skew().compare(life.now(), request.wallMs(), line);
    return life;
  }

  /** How many positions from {@code start} reach a window beyond now; at least what is wanted. */
  private long countFrom(long start, long now, ClaimRequest request) {
    if (start >= rules.end()) {
      throw timeEnded(start);
    }
    long lastTick = Math.min(now / rules.capacity() + windows.windowTicks(), rules.ticks());
    long wanted = Math.max(lastTick * rules.capacity() - start, request.wanted());
    return Math.min(wanted, rules.end() - start);
  }

  private Claimed claimed(long worker, long start, long end) {
    long half = windows.windowTicks() * rules.capacity() / 2;
    return new Claimed(worker, start, end, half == 0 ? -1 : half);
  }

  private void remember(long worker, long end) {
    ends.merge(worker, end, Math::max);
  }

  private Claimed take(ClaimRequest request, boolean engineClock) {
    long tried = -1;
    if (request.held().worker() >= 0) {
      tried = request.held().worker();
      Optional<Claimed> own = tryTake(tried, next(tried), request, engineClock);
      if (own.isPresent()) {
        return own.get();
      }
    }
    OptionalLong preferred = windows.preferredWorker();
    if (preferred.isPresent() && preferred.getAsLong() != tried) {
      long worker = preferred.getAsLong();
      Optional<Claimed> liked = tryTake(worker, next(worker), request, engineClock);
      if (liked.isPresent()) {
        return liked.get();
      }
    }
    return probe(request, engineClock);
  }

  /**
   * Looks for an idle number among ever more of them and takes the first, used or not: each look is
   * a call to the store that somebody waits for. Only where nothing but a used line can tell that
   * this process's clock is wrong do used ones come first.
   */
  private Claimed probe(ClaimRequest request, boolean engineClock) {
    boolean usedFirst = !engineClock && !windows.skew().clockConfirmed();
    long workers = windows.workersEnd() - windows.workersFrom();
    long probed = 0;
    for (long width = Math.min(FIRST_PROBED, workers); probed < workers; ) {
      List<Long> unused = new ArrayList<>();
      for (long worker : probing(windows.workersFrom() + probed, width - probed)) {
        long next = next(worker);
        if (next == 0 && usedFirst) {
          unused.add(worker);
          continue;
        }
        Optional<Claimed> taken = tryTake(worker, next, request, engineClock);
        if (taken.isPresent()) {
          return taken.get();
        }
      }
      for (long worker : unused) {
        Optional<Claimed> taken = tryTake(worker, 0, request, engineClock);
        if (taken.isPresent()) {
          return taken.get();
        }
      }
      probed = width;
      width = Math.min(width * 2, workers);
    }
    if (windows.shared()) {
      throw new ExhaustedException(Message.of(
          "the numbers of this time are used up: count={}, capacity={} a tick of {} ms,"
              + " workers={}..{}, lines={}*; no id issued",
          request.count(),
          rules.capacity(),
          rules.tickMs(request.floor()),
          windows.workersFrom(),
          windows.workersEnd() - 1,
          prefix));
    }
    throw new NoIdleWorkerException(Message.of(
        "every worker number is held: workers={}..{}, lines={}*; no id issued",
        windows.workersFrom(),
        windows.workersEnd() - 1,
        prefix));
  }

  /** At random, so that few try for the same; numbers whose ticks are shared, one after another. */
  private long[] probing(long from, long count) {
    long[] numbers = new long[Math.toIntExact(count)];
    for (int i = 0; i < numbers.length; i++) {
      int j = windows.shared() ? i : random.nextInt(i + 1);
      numbers[i] = numbers[j];
      numbers[j] = from + i;
    }
    return numbers;
  }

  private long next(long worker) {
    return store.position(prefix + worker);
  }

  private Optional<Claimed> tryTake(
      long worker, long seen, ClaimRequest request, boolean engineClock) {
    if (windows.shared()) {
      return tryShare(worker, seen, request, engineClock);
    }
    if (seen > request.floor()) {
      return Optional.empty();
    }
    if (isForgetful()) {
      return tryTakeInLife(worker, seen, request);
    }
    long start = request.floor();
    long end = start + countFrom(start, start, request);
    return tryMove(worker, seen, seen, end, request, engineClock)
        ? Optional.of(claimed(worker, start, end))
        : Optional.empty();
  }

  /** Takes a number on an engine that can forget. */
  private Optional<Claimed> tryTakeInLife(long worker, long seen, ClaimRequest request) {
    String line = prefix + worker;
    EngineLife life = life(line, request);
    if (!loss.isIdle(life, seen)) {
      return Optional.empty();
    }
    loss.refuseYoung(life, prefix);
    long start = Math.max(request.floor(), loss.earliestStart(life));
    long behindMs = rules.timeMs(start) - request.wallMs();
    if (behindMs > rules.clockToleranceMs()) {
      throw new ClockBehindException(Message.of(
          "clock is behind the time since which the store remembers: behindMs={} >"
              + " clockToleranceMs={}, line={}; no id issued",
          behindMs,
          rules.clockToleranceMs(),
          line));
    }
    long end = Math.min(start + countFrom(start, start, request), loss.latestEnd(life));
    if (end <= start) {
      throw new ClockAheadException(Message.of(
          "clock is ahead of the store's by a whole window: windowMs={}, line={}; nothing was"
              + " claimed",
          MemoryLossRules.LONGEST_WINDOW.toMillis(),
          line));
    }
    if (!tryMove(worker, seen, start, end, request, true)) {
      return Optional.empty();
    }
    if (!life(line, request).id().equals(life.id())) {
      throw new StoreUnavailableException(Message.of(
          "the store came up anew while a worker number was taken: line={}; what was taken is not"
              + " used",
          line));
    }
    return Optional.of(renewedEarly(request.floor(), worker, start, end));
  }

  /**
   * Takes a part of the current tick, from where others' parts end. It never reaches into the next
   * tick. A process that loses the race for a part tries for the next one: the tick is full only
   * when its line says so.
   */
  private Optional<Claimed> tryShare(
      long worker, long seen, ClaimRequest request, boolean engineClock) {
    long unused = Math.max(0, request.held().end() - request.held().position());
    long wanted = size.next(unused);
    long tickEnd = (request.floor() / rules.capacity() + 1) * rules.capacity();
    long next = seen;
    for (int lost = 0; lost < MAX_LOST_RACES; lost++) {
      long start = Math.max(Math.max(next, request.floor()), ends.getOrDefault(worker, 0L));
      if (start > tickEnd - request.count()) {
        return Optional.empty();
      }
      long end = start + Math.min(Math.max(wanted, request.wanted()), tickEnd - start);
      if (tryMove(worker, next, next, end, request, engineClock)) {
        size.claimed(wanted, unused + end - start);
        return Optional.of(new Claimed(worker, start, end, size.renewBelow(wanted)));
      }
      next = next(worker);
    }
    throw new StoreUnavailableException(Message.of(
        "others were always faster: attempts={}, line={}{}; no id issued",
        MAX_LOST_RACES,
        prefix,
        worker));
  }

  /**
   * Moves a line from where it was seen.
   *
   * @param stood where the line stood; below this process's earlier claims it proves that the store
   *     has forgotten one
   */
  private boolean tryMove(
      long worker, long seen, long stood, long end, ClaimRequest request, boolean engineClock) {
    String line = prefix + worker;
    if (!engineClock) {
      windows.skew().refuseUnconfirmed(rules, line, seen, request.floor());
    }
    if (!store.compareAndSet(line, seen, end)) {
      return false;
    }
    RewindDetector.check(line, stood, ends.getOrDefault(worker, 0L));
    remember(worker, end);
    noteHolder(line);
    return true;
  }

  private void noteHolder(String line) {
    taken.set(line);
  }

  /** The note is for people: nobody waits for it, and the window is claimed without it. */
  @Override
  public void afterClaim() {
    String line = taken.getAndSet("");
    if (!line.isEmpty()) {
      try {
        store.annotate(line, note);
      } catch (MintmarkException e) {
        // The next taking notes its holder.
      }
    }
  }
}
