package io.mintmark.cli.ids;

import io.mintmark.snowflake.SnowflakeLayout;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads all numbers by one layout, to see whether the result makes sense.
 *
 * <p>It does if nearly every time is plausible and there are few worker numbers. If the layout is
 * wrong, bits of the time or of the number within a tick are read as the worker, and nearly each id
 * seems to have a different worker.
 */
final class LayoutTrial {

  private static final Duration AHEAD = Duration.ofDays(1);

  /**
   * A layout is wrong if it finds more than this many times as many workers as the layout that
   * finds the fewest.
   */
  private static final int WORKERS_FACTOR = 4;

  /**
   * Workers are few if there are at least this many ids for each of them, and if the layout has at
   * least this many times as many worker numbers.
   */
  private static final int SHARE = 4;

  /** Some libraries start a tick slightly above 0; Yitter's starts at 5. */
  private static final int GREATEST_START = 15;

  /** With fewer ids, the number of workers is a matter of chance. */
  private static final long LEAST_IDS = 20;

  /** If all times lie closer together, the ids may be a sequence that starts at a high number. */
  private static final long LEAST_SPAN_MS = 1_000;

  /**
   * {@link #makesSense} accepts any number of workers if there are fewer ids. {@link
   * #startsByChance} needs more ticks than this.
   */
  private static final long FEW = 100;

  /** With this many ids in a tick, high numbers result from counting, wherever the tick began. */
  private static final long BUSY = 64;

  private final KnownLayout known;
  private final int lowBits;
  private final long timeMask;
  private final long numberMask;
  private final TimeTrack track;
  private final long epochMs;
  private final long mostTicks;
  private long count;
  private long lastTick = -1;
  private long ticks;
  private long upperHalf;
  private long leastNumber = Long.MAX_VALUE;
  private long greatestNumber;

  /**
   * Makes an empty trial.
   *
   * @param known the layout
   * @param now the latest time at which the newest id can have been made
   */
  LayoutTrial(KnownLayout known, Instant now) {
    SnowflakeLayout layout = known.layout();
    this.known = known;
    this.lowBits = layout.workerBits() + layout.numberBits();
    this.timeMask = (1L << layout.timeBits()) - 1;
    this.numberMask = layout.capacity() - 1;
    this.epochMs = layout.epoch().toEpochMilli();
    this.mostTicks = Long.MAX_VALUE / 4 / layout.unitMs();
    this.track = new TimeTrack(known.since(), now.plus(AHEAD));
  }

  /**
   * Returns trials for ids with an unknown epoch, one for each way in which a library divides the
   * bits. Most libraries let users set the epoch. The times of such a trial are ages since the
   * unknown epoch, not dates. Ages from a day to the time since 1970 are plausible.
   */
  static List<LayoutTrial> withOwnEpoch(Instant newest) {
    Set<String> bits = new HashSet<>();
    List<LayoutTrial> trials = new ArrayList<>();
    for (KnownLayout known : KnownLayout.ALL) {
      SnowflakeLayout layout = known.layout();
      boolean signed = layout.bits() == Long.SIZE || layout.workerBits() == 0;
      if (!signed && bits.add(layout.split() + layout.unitMs())) {
        Instant epoch = layout.epoch();
        KnownLayout aged = new KnownLayout(known.name(), known.makers(), layout, epoch.plus(AHEAD));
        trials.add(new LayoutTrial(aged, epoch.plusMillis(newest.toEpochMilli())));
      }
    }
    return trials;
  }

  void add(long id, long line) {
    SnowflakeLayout layout = known.layout();
    long tick = (id >>> lowBits) & timeMask;
    if (!layout.fits(id) || tick > mostTicks) {
      track.addMisfit();
      return;
    }
    long low = id & ((1L << lowBits) - 1);
    long worker = layout.numberFirst() ? low & (layout.workers() - 1) : low >>> layout.numberBits();
    long number = layout.numberFirst() ? low >>> layout.workerBits() : low & numberMask;
    count++;
    ticks += tick == lastTick ? 0 : 1;
    lastTick = tick;
    upperHalf += number > numberMask >>> 1 ? 1 : 0;
    leastNumber = Math.min(leastNumber, number);
    greatestNumber = Math.max(greatestNumber, number);
    track.add(epochMs + tick * layout.unitMs(), worker, line);
  }

  KnownLayout known() {
    return known;
  }

  TimeTrack track() {
    return track;
  }

  boolean makesSense() {
    return track.isPlausible() && !track.isCrowded() && (count < FEW || track.hosts() <= count / 2);
  }

  /** Returns whether the result makes sense although the epoch is not known. */
  boolean makesSenseByItsBits() {
    boolean oneNumber = leastNumber == greatestNumber && leastNumber > GREATEST_START;
    return count >= LEAST_IDS
        && makesSense()
        && !oneNumber
        && track.latestMs() - track.earliestMs() >= LEAST_SPAN_MS
        && !hasManyWorkers();
  }

  /**
   * Returns the trials that have few worker numbers in comparison with the others, in the same
   * order.
   */
  static List<LayoutTrial> ofFewWorkers(List<LayoutTrial> trials) {
    int fewest = trials.stream().mapToInt(trial -> trial.track().hosts()).min().orElse(0);
    return trials.stream()
        .filter(trial -> trial.track().hosts() <= fewest * WORKERS_FACTOR)
        .toList();
  }

  /** Returns whether there are so many workers that they could be random. */
  boolean hasManyWorkers() {
    int workers = track.hosts();
    return workers > Math.max(known.layout().workers() / SHARE, 1)
        || (count >= LEAST_IDS && workers > count / SHARE);
  }

  /**
   * Returns whether the numbers of a tick seem to start at random: many are high, although ticks
   * have few ids.
   */
  boolean startsByChance() {
    return numberMask > 0 && ticks > FEW && count / ticks < BUSY && upperHalf > count / 4;
  }

  /** For example {@code 3 worker numbers}. */
  String workers() {
    return IdCheck.grouped(track.hosts())
        + (track.hosts() == 1 ? " worker number" : " worker numbers");
  }
}
