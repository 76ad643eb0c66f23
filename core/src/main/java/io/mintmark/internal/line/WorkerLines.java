package io.mintmark.internal.line;

import io.mintmark.error.ClockBehindException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.NoIdleWorkerException;
import io.mintmark.error.TickExhaustedException;
import io.mintmark.internal.line.WindowRules.SharedTick;
import io.mintmark.internal.store.LinePositions;
import io.mintmark.internal.store.LineStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Claims windows on the lines of worker numbers. A line is a durable counter in the store, and its
 * positions here stand for times. A window is a range of these positions.
 *
 * <p><b>Taking.</b> A worker number can be taken when its line is idle, that is, when no position
 * with a time after now has been claimed on the line. A process takes it with a compareAndSet that
 * expects the idle position. So if two processes try to take a number, only one succeeds, and all
 * earlier claims of any process are below the new window.
 *
 * <p><b>Extending.</b> A window is extended with a plain claim, which no other claim can overlap.
 * If the claim does not start at the end of the held window, another process has claimed on the
 * line, or a reply was lost. Then the process takes another number. Otherwise two processes could
 * continue on one number and overtake each other for ever.
 *
 * <p><b>Restored backups.</b> A restored backup may lack the line of a number that was used after
 * it. Such a line looks unused. So no number is taken for a time before the position of the line
 * {@link WindowRules#RESTORED}, to which an administrator raises it together with all other lines.
 *
 * <p><b>Clocks.</b> Uniqueness does not depend on a correct clock. With a wrong clock, a line that
 * is in use can look idle, but the windows of the two processes are still disjoint, because the
 * store keeps every claim. On a store that can forget claims, {@link LossyWindows} keeps windows
 * disjoint.
 *
 * <p>If a tick is too long for a window, processes share it, see {@link SharedTicks}.
 */
final class WorkerLines implements RangeSource {

  /** The largest number of lines that are read with one request. */
  private static final int MOST_READ = 64;

  private final LineStore store;
  private final WorkerStore lines;
  private final TickRules rules;
  private final WindowRules windows;
  private final RandomGenerator random;
  private final String note;
  private final WindowClaims lossless;
  private final WindowClaims lossy;

  /**
   * Creates a source.
   *
   * @param context provides the elapsed time, the random numbers for choosing the numbers to probe,
   *     and the note to write on a line after its number was taken
   */
  WorkerLines(LineStore store, TimedLines workers, WindowRules windows, Context context) {
    this.store = store;
    this.rules = workers.rules();
    this.windows = windows;
    this.random = context.randoms().get();
    this.note = context.note();
    this.lines = new WorkerStore(store, workers.name(), rules, windows.skew());
    if (windows.window() instanceof SharedTick shared) {
      SegmentSize size = new SegmentSize(shared.lasting(), 1, rules.capacity(), context.elapsed());
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
      ClaimRequest request =
          comparesByLine() ? asked.withClockCompared() : compared(asked, store.now());
      Optional<Claimed> extended = claims().extend(request);
      if (extended.isPresent()) {
        return extended.get();
      }
    }
    return take(asked);
  }

  /**
   * Returns whether this process's clock is compared with the engine's clock separately for each
   * line.
   */
  private boolean comparesByLine() {
    return claims() instanceof LossyWindows;
  }

  private ClaimRequest compared(ClaimRequest asked, Optional<Instant> now) {
    return windows.skew().compare(now, asked.wallMs(), lines.names())
        ? asked.withClockCompared()
        : asked;
  }

  /**
   * Returns the object that claims windows on this store. It is determined anew for each step,
   * because a store that is still being opened does not know yet whether it can forget claims.
   */
  private WindowClaims claims() {
    return store.canLoseAcknowledgedWrites() ? lossy : lossless;
  }

  /**
   * Looks for an idle number. Tries the number that was held before, then the preferred number, and
   * then more and more other numbers. All lines of a step are read with one request to the store,
   * because callers wait for the result.
   */
  private Claimed take(ClaimRequest asked) {
    Search search = new Search(asked);
    LongStream held = LongStream.of(asked.held().worker()).filter(worker -> worker >= 0);
    List<Long> chosen = LongStream.concat(held, windows.preferredWorker().stream())
        .distinct()
        .boxed()
        .toList();
    long next = windows.workersFrom();
    for (long width = WindowRules.FIRST_PROBED; next < windows.workersEnd(); ) {
      List<Long> probing = probing(next, Math.min(width, windows.workersEnd() - next));
      for (int from = 0; from < probing.size(); from += MOST_READ) {
        List<Long> part = probing.subList(from, Math.min(from + MOST_READ, probing.size()));
        Optional<Claimed> taken = search.tryTake(chosen, part);
        if (taken.isPresent()) {
          return taken.get();
        }
        chosen = List.of();
      }
      next += width;
      width = next - windows.workersFrom();
    }
    throw search.failure();
  }

  /**
   * A search for an idle number, in several steps. Suppose that the engine lacks a clock, and that
   * the position of a line is more than a day before the time of this process's clock. Then the
   * clock is wrong, or no process has used the number for that time. If the position of any line
   * that was read is within a day of the clock's time, the clock is considered right.
   */
  private final class Search {
    private final ClaimRequest asked;
    private boolean confirmed;

    /** The lowest position of all lines that were read. */
    private long lowest = Long.MAX_VALUE;

    Search(ClaimRequest asked) {
      this.asked = asked;
    }

    /**
     * Takes the first idle number.
     *
     * @param chosen the numbers to try first, in this order
     * @param others the numbers to try next. Used numbers are tried before unused numbers, for two
     *     reasons. Taking a used number needs one request to the store, and taking an unused number
     *     needs two (see {@code MovableStore}). If the engine lacks a clock, only the lines of used
     *     numbers can show that this process's clock is wrong.
     */
    Optional<Claimed> tryTake(List<Long> chosen, List<Long> others) {
      List<Long> all =
          Stream.concat(chosen.stream(), others.stream()).distinct().toList();
      LinePositions stand = lines.positions(all);
      List<Long> positions = stand.next().subList(0, all.size());
      long restored = stand.next().get(all.size());
      lowest = Math.min(lowest, Collections.min(positions));
      ClaimRequest request = compared(stand);
      if (restored > asked.floor()) {
        throw new NoIdleWorkerException(Message.of(
            "no worker number is taken for a time before the restore of a backup: nextIdleInMs={},"
                + " lines={}; no id issued; correct the clock, or wait",
            aheadMs(restored),
            lines.names()));
      }
      for (boolean unused : new boolean[] {false, true}) {
        for (int i = 0; i < all.size(); i++) {
          long position = positions.get(i);
          if (unused == (position == 0 && i >= chosen.size())) {
            Optional<Claimed> taken = claims().tryTake(all.get(i), position, request);
            if (taken.isPresent()) {
              return taken;
            }
          }
        }
      }
      return Optional.empty();
    }

    private ClaimRequest compared(LinePositions stand) {
      if (comparesByLine()) {
        return asked.withClockCompared();
      }
      ClaimRequest request = WorkerLines.this.compared(asked, stand.now());
      for (long position : request.clockCompared() ? List.<Long>of() : stand.next()) {
        confirmed |= windows.skew().confirms(rules, position, asked.floor());
      }
      return confirmed ? request.withClockCompared() : request;
    }

    private long aheadMs(long position) {
      return rules.timeMs(Math.min(position, rules.end())) - asked.wallMs();
    }

    /** Returns the exception that explains why no number was taken. */
    MintmarkException failure() {
      String workers = Message.of(
          "workers={}..{}, lines={}; no id issued",
          windows.workersFrom(),
          windows.workersEnd() - 1,
          lines.names());
      if (!sharesTicks()) {
        boolean isFar =
            lowest - rules.capacity() >= rules.floor(asked.wallMs() + windows.reachMs(rules));
        return new NoIdleWorkerException(Message.of(
            "{}: nextIdleInMs={}, {}; {}",
            isFar
                ? "every worker number's line is further ahead of the clock than a process may"
                    + " claim"
                : "every worker number is held",
            Math.max(0, aheadMs(lowest)),
            workers,
            isFar
                ? "this clock is behind, or the lines were raised, or claimed by a clock that was"
                    + " ahead: correct the clock, wait, or allow more worker numbers"
                : "end a process, open one Mintmark for the whole process, or allow more worker"
                    + " numbers; a number is idle when the window of the process that held it last"
                    + " has passed"));
      }
      long tickEnd = rules.tickOf(asked.floor()) + rules.capacity();
      if (lowest > tickEnd) {
        return new ClockBehindException(Message.of(
            "clock is behind the claims on every worker number: behindMs={}, {}",
            aheadMs(lowest),
            workers));
      }
      String message = Message.of(
          "all numbers of this tick are used: count={}, capacity={} a tick of {} ms, {}",
          asked.count(),
          rules.idsInTick(),
          rules.tickMs(asked.floor()),
          workers);
      return asked.count() > rules.idsInTick()
          ? new ExhaustedException(message)
          : new TickExhaustedException(message, Duration.ofMillis(Math.max(1, aheadMs(tickEnd))));
    }
  }

  /**
   * Returns numbers in random order, so that processes that search at the same time seldom try the
   * same number. If processes share ticks, the numbers are in ascending order.
   */
  private List<Long> probing(long from, long count) {
    boolean ascending = sharesTicks();
    List<Long> numbers = new ArrayList<>(Math.toIntExact(count));
    for (int i = 0; i < count; i++) {
      int j = ascending ? i : random.nextInt(i + 1);
      numbers.add(from + i);
      Collections.swap(numbers, i, j);
    }
    return numbers;
  }

  /**
   * Writes the note, which is for people. No caller waits for it, because the window is valid
   * without it.
   */
  @Override
  public void afterClaim() {
    lines.annotateTaken(note);
  }
}
