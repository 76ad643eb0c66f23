package io.mintmark.cli.ids;

import io.mintmark.snowflake.SnowflakeId;
import io.mintmark.snowflake.SnowflakeLayout;
import java.time.Instant;
import java.util.List;

/**
 * Reads all numbers by one layout, to see whether the result makes sense.
 *
 * <p>The result makes sense if nearly every time is plausible and there are few worker numbers. If
 * the layout is wrong, bits of the time, or of the number within a tick (the smallest step of the
 * time), are read as the worker, and nearly each id seems to have a different worker.
 */
final class LayoutTrial {

  /**
   * A layout counts as wrong if its number of workers is more than this factor times the smallest
   * number of workers of any layout.
   */
  private static final int WORKERS_FACTOR = 4;

  /**
   * The workers could be random if their number times this factor is greater than the number of ids
   * or than the layout's number of worker numbers.
   */
  private static final int SHARE = 4;

  /** With fewer ids, the number of workers is a matter of chance. */
  private static final long LEAST_IDS = 20;

  /**
   * With fewer ids than this, {@link #makesSense} accepts any number of workers. {@link
   * #startsByChance} needs more ticks than this.
   */
  private static final long FEW = 100;

  /** With this many ids in a tick, counting reaches high numbers, whatever the first number is. */
  private static final long BUSY = 64;

  private final KnownLayout known;
  private final TimeTrack track;
  private long count;
  private long lastMs = -1;
  private long ticks;
  private long upperHalf;

  /**
   * Makes an empty trial.
   *
   * @param known the layout
   * @param now the latest time at which the newest id can have been made
   */
  LayoutTrial(KnownLayout known, Instant now) {
    this.known = known;
    this.track = new TimeTrack(known.since(), now);
  }

  void add(long id, long line) {
    SnowflakeLayout layout = known.layout();
    if (!layout.fits(id)) {
      track.addMisfit();
      return;
    }
    SnowflakeId read = layout.decode(id);
    long epochMs = read.time().toEpochMilli();
    count++;
    ticks += epochMs == lastMs ? 0 : 1;
    lastMs = epochMs;
    upperHalf += read.number() >= layout.capacity() / 2 ? 1 : 0;
    track.add(epochMs, read.worker(), line);
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
    return known.layout().capacity() > 1
        && ticks > FEW
        && count / ticks < BUSY
        && upperHalf > count / 4;
  }

  /** For example {@code 3 worker numbers}. */
  String workers() {
    return IdAnalysis.grouped(track.hosts())
        + (track.hosts() == 1 ? " worker number" : " worker numbers");
  }
}
