package io.mintmark.cli.check;

import io.mintmark.snowflake.SnowflakeLayout;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * All numbers read by one layout, to see whether that makes sense.
 *
 * <p>It does if nearly every time is plausible and worker numbers are few: read by wrong bits, a
 * number's low bits or its time stand in the place of the worker, and nearly each id has another.
 */
final class LayoutTrial {

  private static final Duration AHEAD = Duration.ofDays(1);

  /** A layout with more than as many times the fewest workers has the wrong bits. */
  private static final int WORKERS_FACTOR = 4;

  /** Workers are few if there are so many ids, and so many possible workers, to each of them. */
  private static final int SHARE = 4;

  /** Some libraries start a tick not at 0 but a little above; Yitter's does at 5. */
  private static final int GREATEST_START = 15;

  /** Fewer ids have few workers, or many, by chance. */
  static final long LEAST_IDS = 20;

  /** Below as many ids nothing is said of how many workers there should be. */
  private static final long FEW = 100;

  /** With as many ids in a tick, numbers come from counting up and not from where ticks start. */
  private static final long BUSY = 64;

  private final KnownLayout known;
  private final int lowBits;
  private final long lowMask;
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
   * Makes an empty one.
   *
   * @param known the layout
   * @param now when the newest id can have been made at the latest
   */
  LayoutTrial(KnownLayout known, Instant now) {
    SnowflakeLayout layout = known.layout();
    this.known = known;
    this.lowBits = layout.workerBits() + layout.numberBits();
    this.lowMask = (1L << lowBits) - 1;
    this.timeMask = (1L << layout.timeBits()) - 1;
    this.numberMask = layout.capacity() - 1;
    this.epochMs = layout.epoch().toEpochMilli();
    this.mostTicks = Long.MAX_VALUE / 4 / layout.unitMs();
    this.track = new TimeTrack(known.since().toEpochMilli(), now.plus(AHEAD).toEpochMilli());
  }

  void add(long id, long line) {
    SnowflakeLayout layout = known.layout();
    long tick = (id >>> lowBits) & timeMask;
    if (!layout.fits(id) || tick > mostTicks) {
      track.addMisfit();
      return;
    }
    long low = id & lowMask;
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
    return track.isPlausible()
        && !track.isCrowded()
        && (count < FEW || track.hosts().size() <= count / 2);
  }

  /** Those that have few worker numbers beside the others, in the order in which they came. */
  static List<LayoutTrial> ofFewWorkers(List<LayoutTrial> trials) {
    int fewest =
        trials.stream().mapToInt(trial -> trial.track().hosts().size()).min().orElse(0);
    return trials.stream()
        .filter(trial -> trial.track().hosts().size() <= fewest * WORKERS_FACTOR)
        .toList();
  }

  /** The worker of an id, as it is written; empty if that is no number. */
  Optional<Long> worker(String text) {
    ParsedId id = ParsedId.of(text);
    return id.kind() == IdKind.NUMBER
        ? Optional.of(known.layout().decode(id.high()).worker())
        : Optional.empty();
  }

  /** Whether what should be the number within a tick never changes, and so is something else. */
  boolean hasOneNumber() {
    return leastNumber == greatestNumber && leastNumber > GREATEST_START;
  }

  /** Whether so many workers are in use that chance could have made them. */
  boolean hasManyWorkers() {
    int workers = track.hosts().size();
    return workers > Math.max(known.layout().workers() / SHARE, 1)
        || (count >= LEAST_IDS && workers > count / SHARE);
  }

  /** Whether numbers lie anywhere though ticks are not busy: they start by chance. */
  boolean startsByChance() {
    return numberMask > 0 && ticks > FEW && count / ticks < BUSY && upperHalf > count / 4;
  }

  /** Says what the bits below the time tell everybody. */
  Remark.Draft sayWhatNumbersGiveAway(Remark.Draft draft) {
    if (known.layout().workerBits() > 0) {
      draft.say("which process made it, by the worker number");
    }
    if (known.layout().numberBits() > 0) {
      draft.say(
          startsByChance()
              ? "little of the volume: the number within a tick starts by chance"
              : "how many ids a tick had, if its numbers start at 0: here up to " + greatestNumber);
    }
    return draft;
  }
}
