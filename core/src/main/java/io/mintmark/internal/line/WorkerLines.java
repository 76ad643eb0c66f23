package io.mintmark.internal.line;

import io.mintmark.error.ClockAheadException;
import io.mintmark.error.ClockBehindException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.NoIdleWorkerException;
import io.mintmark.internal.line.WindowRules.SharedTick;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.LinePositions;
import io.mintmark.time.ElapsedClock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

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

  /** How many lines are read together. */
  private static final int MOST_READ = 64;

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
      throw lines.timeEnded();
    }
    if (asked.unexpired()) {
      Optional<Claimed> extended = extend(asked);
      if (extended.isPresent()) {
        return extended.get();
      }
    }
    return take(asked);
  }

  private Optional<Claimed> extend(ClaimRequest asked) {
    ClaimRequest request =
        comparesByLine() ? asked.withClockCompared() : compared(asked, store.now());
    return claims().extend(request);
  }

  /** Whether the clock is compared with the engine's line by line. */
  private boolean comparesByLine() {
    return claims() instanceof LossyWindows;
  }

  private ClaimRequest compared(ClaimRequest asked, Optional<Instant> now) {
    return windows.skew().compare(now, asked.wallMs(), lines.names())
        ? asked.withClockCompared()
        : asked;
  }

  /** Asked anew at each step: a store that opens late tells only then whether it can forget. */
  private WindowClaims claims() {
    return store.canLoseAcknowledgedWrites() ? lossy : lossless;
  }

  /**
   * Looks for an idle number: the one held before, the one preferred, then at ever more of them.
   * Those that are looked at together cost one call to the store, as somebody waits for it.
   */
  private Claimed take(ClaimRequest asked) {
    Search search = new Search(asked);
    List<Long> chosen = chosen(asked.held().worker());
    if (asked.held().worker() >= 0) {
      Optional<Claimed> taken = search.tryTakeAgain(chosen);
      if (taken.isPresent()) {
        return taken.get();
      }
      chosen = List.of();
    }
    long workers = windows.workersEnd() - windows.workersFrom();
    long probed = 0;
    for (long width = Math.min(WindowRules.FIRST_PROBED, workers); probed < workers; ) {
      List<Long> probing = probing(windows.workersFrom() + probed, width - probed);
      for (int from = 0; from < probing.size(); from += MOST_READ) {
        List<Long> part = probing.subList(from, Math.min(from + MOST_READ, probing.size()));
        Optional<Claimed> taken = search.tryTake(chosen, part);
        if (taken.isPresent()) {
          return taken.get();
        }
        chosen = List.of();
      }
      probed = width;
      width = Math.min(width * 2, workers);
    }
    throw search.failure();
  }

  /** The number held before, and the one preferred. */
  private List<Long> chosen(long held) {
    List<Long> chosen = new ArrayList<>();
    if (held >= 0) {
      chosen.add(held);
    }
    windows.preferredWorker().stream().filter(worker -> worker != held).forEach(chosen::add);
    return chosen;
  }

  /**
   * For a number that is idle, in several steps. Where the engine has no clock, a line that stands
   * over a day before this process's clock says that the clock is wrong, or that nobody has used
   * the number so long. Another line that stands near the clock, read before or together with it,
   * says that it is the latter.
   */
  private final class Search {
    private final ClaimRequest asked;
    private boolean hasClock;
    private boolean confirmed;

    /** How many of the numbers looked at stand further ahead than a window reaches. */
    private int moved;

    /** How many were looked at, those that were looked at twice counted twice. */
    private int seen;

    /** The lowest position at which one of them stands. */
    private long lowest = Long.MAX_VALUE;

    /** Why a number that was held was not taken again, if that says that the clock is wrong. */
    private @Nullable ClockAheadException unconfirmed;

    Search(ClaimRequest asked) {
      this.asked = asked;
    }

    /** Takes one of those held or preferred, unless only other lines can confirm the clock. */
    Optional<Claimed> tryTakeAgain(List<Long> chosen) {
      try {
        return tryTake(chosen, List.of());
      } catch (ClockAheadException e) {
        if (hasClock) {
          throw e;
        }
        unconfirmed = e;
        return Optional.empty();
      }
    }

    /**
     * Takes the first number that is idle.
     *
     * @param chosen tried first, in this order
     * @param others tried after that: those that were used before come first, as they are taken in
     *     one call to the store where others need two ({@code MovableStore} says why), and as only
     *     they can tell that this process's clock is wrong where the engine has none
     */
    Optional<Claimed> tryTake(List<Long> chosen, List<Long> others) {
      List<Long> all = new ArrayList<>(chosen);
      others.stream().filter(worker -> !chosen.contains(worker)).forEach(all::add);
      LinePositions stand = lines.positions(all);
      stand.next().forEach(this::count);
      ClaimRequest request = compared(stand);
      List<Integer> order = new ArrayList<>();
      List<Integer> unused = new ArrayList<>();
      for (int i = 0; i < all.size(); i++) {
        boolean isUnused = i >= chosen.size() && stand.next().get(i) == 0;
        (isUnused ? unused : order).add(i);
      }
      order.addAll(unused);
      for (int i : order) {
        Optional<Claimed> taken = claims().tryTake(all.get(i), stand.next().get(i), request);
        if (taken.isPresent()) {
          return taken;
        }
      }
      return Optional.empty();
    }

    private ClaimRequest compared(LinePositions stand) {
      hasClock = comparesByLine() || stand.now().isPresent();
      if (comparesByLine()) {
        return asked.withClockCompared();
      }
      ClaimRequest request = WorkerLines.this.compared(asked, stand.now());
      confirmed = confirmed || request.clockCompared() || lines.confirmClock(stand, asked.floor());
      if (unconfirmed != null && !confirmed) {
        throw unconfirmed;
      }
      return confirmed ? request.withClockCompared() : request;
    }

    private void count(long next) {
      seen++;
      moved += aheadMs(next) > windows.reachMs(rules) ? 1 : 0;
      lowest = Math.min(lowest, next);
    }

    private long aheadMs(long position) {
      return rules.timeMs(Math.min(position, rules.end())) - asked.wallMs();
    }

    /** Why no number was taken. */
    MintmarkException failure() {
      if (sharesTicks() && lowest > (asked.floor() / rules.capacity() + 1) * rules.capacity()) {
        return new ClockBehindException(Message.of(
            "clock is behind what was claimed on every worker number: behindMs={}, workers={}..{},"
                + " lines={}; no id issued",
            aheadMs(lowest),
            windows.workersFrom(),
            windows.workersEnd() - 1,
            lines.names()));
      }
      if (sharesTicks()) {
        return new ExhaustedException(Message.of(
            "the numbers of this time are used up: count={}, capacity={} a tick of {} ms,"
                + " workers={}..{}, lines={}; no id issued",
            asked.count(),
            rules.capacity(),
            rules.tickMs(asked.floor()),
            windows.workersFrom(),
            windows.workersEnd() - 1,
            lines.names()));
      }
      return new NoIdleWorkerException(Message.of(
          "{}: workers={}..{}, movedAhead={}, nextIdleInMs={}, lines={}; no id issued; {}",
          moved == seen
              ? "every worker number's line stands further ahead than a process holds it"
              : "every worker number is held",
          windows.workersFrom(),
          windows.workersEnd() - 1,
          moved,
          Math.max(0, aheadMs(lowest)),
          lines.names(),
          moved == seen
              ? "this clock is behind, or the lines were raised, or claimed by a clock that was"
                  + " ahead: correct the clock, wait, or allow more worker numbers"
              : "end a process, or allow more worker numbers; a number is idle when the window of"
                  + " the process that held it last has passed"));
    }
  }

  /** At random, so that few try for the same; numbers whose ticks are shared, one after another. */
  private List<Long> probing(long from, long count) {
    List<Long> numbers = new ArrayList<>(Math.toIntExact(count));
    for (int i = 0; i < count; i++) {
      int j = sharesTicks() ? i : random.nextInt(i + 1);
      numbers.add(from + i);
      Collections.swap(numbers, i, j);
    }
    return numbers;
  }

  /** The note is for people: nobody waits for it, and the window is claimed without it. */
  @Override
  public void afterClaim() {
    lines.annotateTaken(note);
  }
}
