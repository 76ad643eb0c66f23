package io.mintmark.snowflake;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.InvalidIdException;
import io.mintmark.error.Message;
import io.mintmark.generator.LongRange;
import io.mintmark.internal.kind.Faults;
import io.mintmark.internal.kind.SettingRange;
import io.mintmark.internal.text.Arguments;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The split of the bits of a 64-bit id. The time has the highest bits, and is counted in
 * <i>ticks</i> from an epoch. Worker and number follow, in either order. This class encodes and
 * decodes ids, but does not generate them.
 *
 * <p>A layout of 63 bits or fewer makes positive ids. A layout of 64 bits is for reading only. Its
 * ids are unsigned numbers. As a Java long, an id from the second half of the layout's time range
 * is negative.
 *
 * @param timeBits the number of bits for the time, 1 to 62
 * @param workerBits the number of bits for the worker number, 0 to 31
 * @param numberBits the number of bits for the number within a tick, 0 to 31
 * @param unitMs the length of a tick in milliseconds: 1, 10 or 1000
 * @param epoch the moment from which the time is counted, in whole milliseconds
 * @param numberFirst whether the number has higher bits than the worker, as in Sonyflake
 */
public record SnowflakeLayout(
    int timeBits, int workerBits, int numberBits, long unitMs, Instant epoch, boolean numberFirst) {

  /**
   * The latest time that a decoded id can have, which is also the latest Date of JavaScript. If an
   * id contains a later time, this moment is returned instead.
   */
  static final Instant LATEST = Instant.ofEpochMilli(8_640_000_000_000_000L);

  private static final long EPOCH_MS = 1_577_836_800_000L;

  /**
   * The default: 41 bits of milliseconds since 2020-01-01T00:00:00Z, which end in 2089, 10 bits for
   * the worker, 12 bits for the number.
   */
  public static final SnowflakeLayout DEFAULT = of(41, 10, 12, 1, EPOCH_MS);

  /**
   * The original layout of Twitter, which Leaf also uses: 41/10/12 since 2010-11-04T01:42:54.657Z.
   */
  private static final SnowflakeLayout TWITTER = of(41, 10, 12, 1, 1_288_834_974_657L);

  /** The layout of Apache ShardingSphere: 41/10/12 since 2016-11-01T00:00:00Z. */
  static final SnowflakeLayout SHARDINGSPHERE = of(41, 10, 12, 1, 1_477_958_400_000L);

  private static final Map<String, SnowflakeLayout> PRESETS = presetsByName();
  private static final Pattern BITS = Pattern.compile("(0|[1-9]\\d?)/(0|[1-9]\\d?)/(0|[1-9]\\d?)");

  /**
   * Checks the layout.
   *
   * @param timeBits the number of bits for the time
   * @param workerBits the number of bits for the worker number
   * @param numberBits the number of bits for the number
   * @param unitMs the length of a tick in milliseconds
   * @param epoch the moment from which the time is counted
   * @param numberFirst whether the number has higher bits than the worker
   * @throws ConfigurationException if the bits do not fit; the message lists every fault
   */
  public SnowflakeLayout {
    Faults faults = new Faults();
    faults.addUnlessIn("timeBits", timeBits, new SettingRange<>(1, 62));
    faults.addUnlessIn("workerBits", workerBits, new SettingRange<>(0, 31));
    faults.addUnlessIn("numberBits", numberBits, new SettingRange<>(0, 31));
    int all = timeBits + workerBits + numberBits;
    faults.addIf(all > 64, "time, worker and number have more than 64 bits: bits={}", all);
    int position = timeBits + numberBits;
    faults.addIf(position > 62, "time and number have more than 62 bits: bits={}", position);
    faults.addIf(
        unitMs != 1 && unitMs != 10 && unitMs != 1000,
        "the unit is not 1 ms, 10 ms or 1 s: unitMs={}",
        unitMs);
    // With an epoch in these years, the milliseconds from the epoch to LATEST fit into a long.
    faults.addUnlessIn("epoch", epoch, SettingRange.EPOCH);
    faults.addIf(
        !epoch.truncatedTo(ChronoUnit.MILLIS).equals(epoch),
        "the epoch is not a whole millisecond: epoch={}",
        epoch);
    faults.check("snowflake layout");
  }

  private static SnowflakeLayout of(int time, int worker, int number, int unitMs, long epochMs) {
    return new SnowflakeLayout(time, worker, number, unitMs, Instant.ofEpochMilli(epochMs), false);
  }

  private static Map<String, SnowflakeLayout> presetsByName() {
    Map<String, SnowflakeLayout> presets = new LinkedHashMap<>();
    presets.put("mintmark", DEFAULT);
    presets.put("twitter", TWITTER);
    presets.put("shardingsphere", SHARDINGSPHERE);
    presets.put("leaf", TWITTER);
    // The layout of Sonyflake version 1: 39 bits of 10 ms since 2014-09-01T00:00:00Z, 8 bits for
    // the number, 16 bits for the worker.
    presets.put(
        "sonyflake",
        new SnowflakeLayout(39, 16, 8, 10, Instant.ofEpochMilli(1_409_529_600_000L), true));
    // A layout of 53 bits, so that a JavaScript number represents every id exactly: 41 bits of
    // milliseconds since 2020-01-01, 5 bits for the worker, 7 bits for the number.
    presets.put("js-safe", of(41, 5, 7, 1, EPOCH_MS));
    // The layout of Discord, which has 64 bits and is for reading only: 42 bits of milliseconds
    // since 2015-01-01, 10 bits for the worker, 12 bits for the number.
    presets.put("discord", of(42, 10, 12, 1, 1_420_070_400_000L));
    // The layout of Instagram, which has 64 bits and is for reading only: 41 bits of milliseconds
    // since 2011-08-24T21:07:01.721Z, 13 bits for the shard (as the worker), 10 bits for the
    // number.
    presets.put("instagram", of(41, 13, 10, 1, 1_314_220_021_721L));
    // The layout of Baidu's uid-generator, for reading only, because its time ended in November
    // 2024: 28 bits of seconds since 2016-05-19T16:00:00Z, 22 bits for the worker, 13 bits for the
    // number.
    presets.put("uid-generator", of(28, 22, 13, 1000, 1_463_673_600_000L));
    return Collections.unmodifiableMap(presets);
  }

  /**
   * Returns every preset by its name, in the order to show them.
   *
   * @return an unmodifiable map
   */
  public static Map<String, SnowflakeLayout> presets() {
    return PRESETS;
  }

  /**
   * Parses the name of a preset, or a split such as {@code 41/10/12} (the bits for time, worker and
   * number). A split has the unit and the epoch of {@link #DEFAULT}.
   *
   * @param text the name of a preset, or a split
   * @return the layout
   * @throws ConfigurationException if the text is neither, or the bits do not fit
   */
  public static SnowflakeLayout parse(String text) {
    Objects.requireNonNull(text, "text");
    SnowflakeLayout preset = PRESETS.get(text);
    if (preset != null) {
      return preset;
    }
    Matcher bits = BITS.matcher(text);
    if (!bits.matches()) {
      throw new ConfigurationException(
          "snowflake layout",
          Message.of(
              "not a layout: neither bits of time/worker/number, for example 41/10/12, nor one of"
                  + " {}: layout={}",
              PRESETS.keySet(),
              text));
    }
    int time = Integer.parseInt(bits.group(1));
    int worker = Integer.parseInt(bits.group(2));
    return of(time, worker, Integer.parseInt(bits.group(3)), 1, EPOCH_MS);
  }

  /**
   * Returns this split with a different tick.
   *
   * @param unit 1 ms, 10 ms or 1 s
   * @return a layout
   * @throws ConfigurationException if the unit is any other duration
   */
  public SnowflakeLayout withUnit(Duration unit) {
    Objects.requireNonNull(unit, "unit");
    long ms = unit.getNano() % 1_000_000 == 0 && unit.getSeconds() < 2 ? unit.toMillis() : -1;
    return new SnowflakeLayout(timeBits, workerBits, numberBits, ms, epoch, numberFirst);
  }

  /**
   * Returns this split with a different epoch.
   *
   * @param newEpoch the moment from which the time is counted, in whole milliseconds
   * @return a layout
   * @throws ConfigurationException if the epoch is not a whole millisecond, or is outside the years
   *     0 to 9999
   */
  public SnowflakeLayout withEpoch(Instant newEpoch) {
    Objects.requireNonNull(newEpoch, "newEpoch");
    return new SnowflakeLayout(timeBits, workerBits, numberBits, unitMs, newEpoch, numberFirst);
  }

  /**
   * Returns the number of bits in an id.
   *
   * @return the number of bits, 1 to 64
   */
  public int bits() {
    return timeBits + workerBits + numberBits;
  }

  /** Returns the greatest id of a layout of at most 63 bits. */
  long last() {
    return Long.MAX_VALUE >>> (Long.SIZE - 1 - bits());
  }

  /**
   * Returns how many numbers a tick has.
   *
   * @return 2 to the power of {@code numberBits}
   */
  public long capacity() {
    return 1L << numberBits;
  }

  /**
   * Returns the count of worker numbers.
   *
   * @return 2 to the power of {@code workerBits}
   */
  public long workers() {
    return 1L << workerBits;
  }

  /**
   * Returns when the time bits end.
   *
   * @return the end of the last tick, exclusive, and not after the year 275760
   */
  public Instant end() {
    return timeOf(1L << timeBits);
  }

  /**
   * Returns the number of ticks in which ids can be made.
   *
   * @return as many ticks as the time bits can represent, but only ticks up to the year 275760
   */
  long ticks() {
    return Math.min(1L << timeBits, ticksToLatest());
  }

  /**
   * Returns the number of ticks from the epoch to LATEST. Subtracts milliseconds, because computing
   * a Duration of centuries takes microseconds.
   */
  private long ticksToLatest() {
    return (LATEST.toEpochMilli() - epoch.toEpochMilli()) / unitMs;
  }

  /**
   * Returns the start of a tick, or the end of the last tick if {@code tick} is later than that.
   */
  private Instant timeOf(long tick) {
    return epoch.plusMillis(Math.min(tick, ticksToLatest()) * unitMs);
  }

  /**
   * Encodes an id.
   *
   * @param tick the time since the epoch, in ticks
   * @param worker the worker number
   * @param number the number within the tick
   * @return the id
   * @throws IllegalArgumentException if a field does not fit into its bits
   */
  public long encode(long tick, long worker, long number) {
    Arguments.checkBits("tick", tick, timeBits);
    Arguments.checkBits("worker", worker, workerBits);
    Arguments.checkBits("number", number, numberBits);
    return tick << (workerBits + numberBits)
        | (numberFirst ? number << workerBits | worker : worker << numberBits | number);
  }

  /**
   * Decodes an id.
   *
   * @param id any id; for a 64-bit layout it may be negative
   * @return the fields of the id. Bits above the bits of this layout are ignored, see {@link
   *     #fits}. Instead of a time after {@link #end}, {@code end()} is returned
   */
  public SnowflakeId decode(long id) {
    long low = id & ((1L << (workerBits + numberBits)) - 1);
    long tick = (id >>> (workerBits + numberBits)) & ((1L << timeBits) - 1);
    long worker = numberFirst ? low & (workers() - 1) : low >>> numberBits;
    long number = numberFirst ? low >>> workerBits : low & (capacity() - 1);
    return new SnowflakeId(id, timeOf(tick), worker, number);
  }

  /**
   * Returns whether all bits of an id belong to this layout.
   *
   * @param id any id
   * @return whether {@link #decode} uses every bit that is set in the id
   */
  public boolean fits(long id) {
    return bits() == 64 || id >>> bits() == 0;
  }

  /** Returns an id of a generator, or throws if the id has more bits than this layout. */
  long checked(String generator, long id) {
    if (!fits(id)) {
      throw new InvalidIdException(Message.of(
          "the id has more bits than the layout: id={}, bits={}, snowflake={}",
          id,
          bits(),
          generator));
    }
    return id;
  }

  /**
   * Returns the range of ids whose time is in a span, for a filter on the primary key. Both moments
   * are rounded up to the next tick, so that each id belongs to exactly one of two adjacent spans.
   *
   * @param from the span's start
   * @param to the span's end, exclusive
   * @return the range, from the first id to the end, exclusive
   * @throws IllegalArgumentException if the span is reversed, or a moment is outside the times that
   *     the layout can show
   */
  public LongRange range(Instant from, Instant to) {
    Arguments.checkSpan(from, to);
    return new LongRange(smallest(from), smallest(to));
  }

  private long smallest(Instant moment) {
    boolean inTime = !moment.isBefore(epoch) && moment.isBefore(end());
    long ms = inTime ? Duration.between(epoch, moment).plusNanos(999_999).toMillis() : 0;
    long tick = Math.floorDiv(ms + unitMs - 1, unitMs);
    Arguments.check(
        inTime && tick >>> timeBits == 0,
        "the time is outside the range of the time bits: moment={}, epoch={}, endExclusive={}",
        moment,
        epoch,
        end());
    return tick << (workerBits + numberBits);
  }

  /**
   * Returns the split in the form that settings use.
   *
   * @return for example {@code 41/10/12}, time/worker/number
   */
  public String split() {
    return timeBits + "/" + workerBits + "/" + numberBits;
  }
}
