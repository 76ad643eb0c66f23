package io.mintmark.internal.line;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.Generator;
import io.mintmark.internal.batch.BatchSize;
import io.mintmark.internal.store.LineName;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.MovableStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Claims positions of past moments, for the ids of rows that exist already. A position combines a
 * tick (a unit of time) and a number within the tick. The positions belong to a worker number that
 * is dedicated to this purpose: the last number in the generator's range of worker numbers.
 *
 * <p><b>Why no live id is equal.</b> A live generator makes ids with worker number W only after it
 * has moved the line {@code worker/POOL/W} with a compareAndSet from the position that it read.
 * Before this class claims anything, it retires W: it moves that line from 0, where no position was
 * ever claimed on it, to {@link #RETIRED}, which is past the end of all positions. From then on, W
 * never looks idle to any process, and a compareAndSet that was sent earlier no longer finds the
 * position that it expects. If a live generator was first, the compareAndSet of this class fails,
 * and the call is refused. So either live generators or this class make ids with W, but never both.
 * After a backup was restored, the line may be missing although W has made ids, so an administrator
 * must retire W.
 * (A line may also be at {@link MovableStore#MADE}: it was created, and no process was given its
 * position 0. To be independent of that, this class never uses tick 0.)
 *
 * <p><b>Why no two ids of past moments are equal.</b> Such an id is a one-to-one function of W, the
 * tick and the number. The numbers of a tick are divided into shares: one quarter for the hour that
 * contains the tick, one for the minute, one for the second, and the rest for the tick alone. A
 * unit that is not longer than a tick has no share. Each share of each unit of time has a line of
 * its own, {@code backfill/POOL/W/UNIT}. Position n of this line is number n of the share,
 * in all ticks of the unit, and is claimed for one id only. So a pair of tick and number belongs to
 * exactly one position of exactly one line, and one caller claimed that position. The division
 * depends only on settings that are the same for all processes of the pool (the length of a tick,
 * its capacity, and how time is shown). It does not matter in which order moments are given, which
 * process claims, when it started, or what its clock shows. Nothing is kept in memory between
 * calls.
 *
 * <p>Lines of whole hours keep the number of lines low: rows that are spread over a year need about
 * 9,000 lines as long as an hour has at most a quarter of a tick's numbers. The share of the
 * tick ensures that each tick can have at least a quarter of its numbers.
 *
 * <p><b>Snapshots.</b> Every copy of a process would return the positions of a claim that was under
 * way. So if the generator was suspended during a call, its positions are burned, and the call
 * claims others.
 *
 * <p><b>An engine that can lose acknowledged writes</b> is refused: after a loss, the lines would
 * give the same positions again.
 */
public final class PastPositions {

  /** The position of the line of a worker number that is used for past moments only. */
  public static final long RETIRED = Long.MAX_VALUE - 2;

  /** The prefix of the names of the lines on which numbers of past moments are claimed. */
  public static final String PREFIX = "backfill/";

  private static final String WORKERS = "worker/";
  private static final int SHARES = 4;

  private final String name;
  private final LineStore store;
  private final TimedLines lines;
  private final TickRules rules;
  private final long worker;
  private final String prefix;
  private final boolean isAlone;
  private final UnaryOperator<Instant> shown;
  private final LocalLine live;
  private final Context context;
  private final List<Share> shares = new ArrayList<>();

  /**
   * Numbers of each tick that all ticks of a unit of time share.
   *
   * @param mark distinguishes the lines of this share from lines of other shares
   * @param unitMs the length of the unit; 0 if the unit is the tick
   * @param first the first of the numbers
   * @param end the end of the numbers, exclusive
   */
  private record Share(String mark, long unitMs, long first, long end) {}

  /**
   * Creates an object that has claimed nothing.
   *
   * @param name the generator's name, for messages
   * @param store the store that holds the lines
   * @param lines the lines of the pool's worker numbers
   * @param windows the worker numbers of the generator
   * @param shown converts a moment to the time that ids show
   * @param live the line that hands out the present positions of the generator. It decides whether
   *     the generator is open or suspended
   * @param context provides the clocks and the deadline
   */
  public PastPositions(
      String name,
      LineStore store,
      TimedLines lines,
      WindowRules windows,
      UnaryOperator<Instant> shown,
      LocalLine live,
      Context context) {
    this.name = name;
    this.store = store;
    this.lines = lines;
    this.rules = lines.rules();
    this.worker = windows.workersEnd() - 1;
    this.isAlone = worker == windows.workersFrom();
    this.shown = shown;
    this.live = live;
    this.context = context;
    this.prefix = PREFIX + lines.name().substring(WORKERS.length()) + worker + "/";
    long quarter = rules.capacity() / SHARES;
    addShare("h", Duration.ofHours(1), quarter);
    addShare("m", Duration.ofMinutes(1), quarter);
    addShare("s", Duration.ofSeconds(1), quarter);
    shares.add(new Share("t", 0, quarter * shares.size(), rules.capacity()));
  }

  private void addShare(String mark, Duration unit, long quarter) {
    if (quarter > 0 && rules.tickMs(0) < unit.toMillis()) {
      long first = quarter * shares.size();
      shares.add(new Share(mark, unit.toMillis(), first, first + quarter));
    }
  }

  /**
   * Returns the worker number of the claimed positions.
   *
   * @return the last worker number of the generator
   */
  public long worker() {
    return worker;
  }

  /**
   * Claims a position for each moment. Claims of one unit of time are combined. Each claim waits
   * for the store, at most as long as the store's own timeout.
   *
   * @param moments 1 to {@value Generator#MAX_BATCH} moments in any order. They may be equal
   * @return the positions, in the order of the moments; for equal moments, they rise
   * @throws IllegalArgumentException if a moment is in the future, or before the second tick that
   *     ids can show; nothing is claimed
   * @throws ConfigurationException if the generator has only one worker number, the last one was
   *     used by a live generator, or the engine can lose acknowledged writes; nothing is claimed
   * @throws ExhaustedException if all numbers of a tick are claimed; the positions of the other
   *     moments are burned
   * @throws StoreUnavailableException if the store does not answer, or the generator remains
   *     suspended for the claim timeout; positions may be burned
   */
  public long[] claim(List<Instant> moments) {
    Objects.requireNonNull(moments, "moments");
    BatchSize.check(moments.size());
    Instant now = context.wall().instant();
    long[] ticks = moments.stream().mapToLong(moment -> tick(moment, now)).toArray();
    checkLines(ticks);
    long deadline = context.deadline();
    long before = live.pass(deadline);
    while (true) {
      retire();
      long[] positions = positions(ticks, moments);
      long after = live.pass(deadline);
      if (after == before) {
        return positions;
      }
      before = after;
    }
  }

  private long tick(Instant moment, Instant now) {
    if (!moment.isAfter(now)) {
      Instant time = shown.apply(moment);
      long tick = time.isBefore(Instant.ofEpochMilli(rules.scale().epochMs()))
          ? 0
          : rules.scale().tick(time.toEpochMilli());
      if (tick > 0 && tick < rules.ticks()) {
        return tick;
      }
    }
    throw new IllegalArgumentException(Message.of(
        "no id can be made for this moment: moment={}, now={}, generator={}; its ids show times"
            + " after {}, and only past ones can be chosen; no id issued",
        moment,
        now,
        name,
        lines.moment().apply(Instant.ofEpochMilli(rules.scale().epochMs()))));
  }

  /** Checks the names of the lines before the worker number is taken away from live generators. */
  private void checkLines(long[] ticks) {
    try {
      for (long tick : ticks) {
        shares.forEach(share -> LineName.check(line(share, tick)));
      }
    } catch (IllegalArgumentException e) {
      throw refused(Message.of(
          "the pool's name is too long for the lines of past moments: {}", e.getMessage()));
    }
  }

  /** Ensures that no live generator uses the worker number, now or later. */
  private void retire() {
    String line = lines.name() + worker;
    long next = store.position(line);
    // Read after the position, because only a store that was reached knows its engine.
    if (store.canLoseAcknowledgedWrites()) {
      throw refused("the engine can lose acknowledged writes, and would then give numbers of past"
          + " moments twice; use another store, and workers that no process of this store uses");
    }
    if (isAlone) {
      throw refused(Message.of(
          "ids of past moments need a worker number of their own: workers={}..{}; allow one more"
              + " worker number",
          worker,
          worker));
    }
    if (next <= MovableStore.MADE && store.position(lines.name() + WindowRules.RESTORED) > 0) {
      throw refused(Message.of(
          "a backup of the store was restored, so the last worker number may have made ids of which"
              + " the store knows nothing: line={}; if it made none, raise this line to {}",
          line,
          RETIRED));
    }
    // The second attempt is for a line that was created, without a claim, during the first one.
    for (int attempt = 0; attempt < 2 && next <= MovableStore.MADE; attempt++) {
      if (store.compareAndSet(line, next, RETIRED)) {
        store.annotate(line, "only for ids of past moments");
        return;
      }
      next = store.position(line);
    }
    if (next != RETIRED) {
      throw refused(Message.of(
          "the last worker number has made ids, which could be made again: worker={}, line={},"
              + " position={}; limit workers so that the last one was never used",
          worker,
          line,
          next));
    }
  }

  private ConfigurationException refused(String fault) {
    return new ConfigurationException("ids of past moments, generator '" + name + "'", fault);
  }

  private long[] positions(long[] ticks, List<Instant> moments) {
    long[] positions = new long[ticks.length];
    List<Integer> left = IntStream.range(0, ticks.length).boxed().toList();
    for (Share share : shares) {
      List<Integer> unserved = new ArrayList<>();
      Map<String, List<Integer>> byLine = left.stream()
          .collect(Collectors.groupingBy(
              i -> line(share, ticks[i]), LinkedHashMap::new, Collectors.toList()));
      byLine.forEach((line, indexes) -> {
        long next = store.claim(line, Math.max(0, rules.usable(0) - share.first), indexes.size());
        for (int i : indexes) {
          if (next < share.end - share.first) {
            positions[i] = ticks[i] * rules.capacity() + share.first + next;
            next++;
          } else {
            unserved.add(i);
          }
        }
      });
      left = unserved;
    }
    if (!left.isEmpty()) {
      throw new ExhaustedException(Message.of(
          "all numbers of this tick are used: moment={}, missing={}, capacity={}, worker={},"
              + " generator={}; no id issued; give moments that differ, or limit workers so that"
              + " another number is the last one",
          moments.get(left.get(0)),
          left.size(),
          rules.idsInTick(),
          worker,
          name));
    }
    return positions;
  }

  private String line(Share share, long tick) {
    long unit = share.unitMs == 0 ? tick : Math.floorDiv(rules.scale().timeMs(tick), share.unitMs);
    return prefix + share.mark + unit;
  }
}
