package io.mintmark.internal.line;

import io.mintmark.error.ExhaustedException;
import io.mintmark.error.Message;
import io.mintmark.error.NoIdleWorkerException;
import io.mintmark.internal.line.WindowRules.SharedTick;
import io.mintmark.store.ClaimStore;
import io.mintmark.time.ElapsedClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
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
 * same. All this rests on the store's memory; where that can fail, {@link LossyWindows} keep
 * windows apart. Ticks that are too long for windows are shared, see {@link SharedTicks}.
 */
final class WorkerLines implements RangeSource {

  /** The first range of numbers that is probed; it doubles when full. */
  private static final long FIRST_PROBED = 8;

  private final ClaimStore store;
  private final WorkerStore lines;
  private final TickRules rules;
  private final WindowRules windows;
  private final RandomGenerator random;
  private final String note;
  private final WindowClaims lossless;
  private final WindowClaims lossy;

  /**
   * Makes a source.
   *
   * @param prefix the lines' names up to the number, for example {@code worker/users/}
   * @param elapsed measures how fast a part of a tick is used where processes share it
   * @param note written beside a line when it is taken
   */
  WorkerLines(
      ClaimStore store,
      String prefix,
      TickRules rules,
      WindowRules windows,
      ElapsedClock elapsed,
      RandomGenerator random,
      String note) {
    this.store = store;
    this.rules = rules;
    this.windows = windows;
    this.random = random;
    this.note = note;
    this.lines = new WorkerStore(store, prefix, rules, windows.skew());
    if (windows.window() instanceof SharedTick shared) {
      SegmentSize size = new SegmentSize(shared.lasting(), 1, rules.capacity(), elapsed);
      this.lossless = new SharedTicks(lines, rules, size);
      this.lossy = lossless;
    } else {
      this.lossless = new PlainWindows(lines, rules, windows.window().ticks());
      this.lossy = new LossyWindows(store, lines, rules, windows);
    }
  }

  @Override
  public boolean canHop() {
    return true;
  }

  @Override
  public boolean sharesTicks() {
    return windows.window() instanceof SharedTick;
  }

  @Override
  public Claimed claim(ClaimRequest asked) {
    if (asked.floor() >= rules.end()) {
      throw lines.timeEnded(asked.floor());
    }
    ClaimRequest request = isClockCompared(asked) ? asked.withClockCompared() : asked;
    if (request.unexpired()) {
      Optional<Claimed> extended = claims().extend(request);
      if (extended.isPresent()) {
        return extended.get();
      }
    }
    return take(request);
  }

  /** Compares the clock with the engine's, unless that is done line by line. */
  private boolean isClockCompared(ClaimRequest request) {
    return claims() instanceof LossyWindows
        || windows.skew().compare(store, request.wallMs(), lines.names());
  }

  /** Asked anew at each step: a store that opens late tells only then whether it can forget. */
  private WindowClaims claims() {
    return store.canLoseAcknowledgedWrites() ? lossy : lossless;
  }

  private Claimed take(ClaimRequest request) {
    long held = request.held().worker();
    Optional<Claimed> taken = held < 0 ? Optional.empty() : tryTake(held, request);
    OptionalLong preferred = windows.preferredWorker();
    if (taken.isEmpty() && preferred.isPresent() && preferred.getAsLong() != held) {
      taken = tryTake(preferred.getAsLong(), request);
    }
    return taken.orElseGet(() -> probe(request));
  }

  private Optional<Claimed> tryTake(long worker, ClaimRequest request) {
    long seen = lines.position(worker);
    return claims().tryTake(worker, seen, request);
  }

  /**
   * Looks for an idle number among ever more of them and takes the first, used or not: each look is
   * a call to the store that somebody waits for. Only where nothing but a used line can tell that
   * this process's clock is wrong do used ones come first.
   */
  private Claimed probe(ClaimRequest request) {
    boolean usedFirst = !request.clockCompared() && !windows.skew().clockConfirmed();
    long workers = windows.workersEnd() - windows.workersFrom();
    long probed = 0;
    for (long width = Math.min(FIRST_PROBED, workers); probed < workers; ) {
      List<Long> unused = new ArrayList<>();
      for (long worker : probing(windows.workersFrom() + probed, width - probed)) {
        long next = lines.position(worker);
        if (next == 0 && usedFirst) {
          unused.add(worker);
          continue;
        }
        Optional<Claimed> taken = claims().tryTake(worker, next, request);
        if (taken.isPresent()) {
          return taken.get();
        }
      }
      for (long worker : unused) {
        Optional<Claimed> taken = claims().tryTake(worker, 0, request);
        if (taken.isPresent()) {
          return taken.get();
        }
      }
      probed = width;
      width = Math.min(width * 2, workers);
    }
    if (sharesTicks()) {
      throw new ExhaustedException(Message.of(
          "the numbers of this time are used up: count={}, capacity={} a tick of {} ms,"
              + " workers={}..{}, lines={}; no id issued",
          request.count(),
          rules.capacity(),
          rules.tickMs(request.floor()),
          windows.workersFrom(),
          windows.workersEnd() - 1,
          lines.names()));
    }
    throw new NoIdleWorkerException(Message.of(
        "every worker number is held: workers={}..{}, lines={}; no id issued; end a process, or"
            + " allow more worker numbers",
        windows.workersFrom(),
        windows.workersEnd() - 1,
        lines.names()));
  }

  /** At random, so that few try for the same; numbers whose ticks are shared, one after another. */
  private long[] probing(long from, long count) {
    long[] numbers = new long[Math.toIntExact(count)];
    for (int i = 0; i < numbers.length; i++) {
      int j = sharesTicks() ? i : random.nextInt(i + 1);
      numbers[i] = numbers[j];
      numbers[j] = from + i;
    }
    return numbers;
  }

  /** The note is for people: nobody waits for it, and the window is claimed without it. */
  @Override
  public void afterClaim() {
    lines.annotateTaken(note);
  }
}
