package io.mintmark.cli.ids;

import io.mintmark.snowflake.SnowflakeLayout;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The profile of 64-bit numbers: Snowflakes of some layout, or numbers of a sequence.
 *
 * <p>Each known layout reads all numbers. Of the layouts that make sense, only those with the
 * fewest worker numbers are kept, because wrong bits turn few workers into many. Of these, the
 * layout with the latest newest id is chosen, because inspected ids are mostly still being made.
 * This cannot reliably distinguish layouts of the same bits, which differ in their epoch only. So
 * the report names the others with their dates.
 */
final class NumberProfile implements Profile {

  private static final long CLOSE_MS = 400L * 86_400_000;
  private static final int MOST_OTHERS = 3;

  /** A sequence uses at least one number in this many. */
  private static final long DENSITY = 1000;

  /** More ids than one tick contains in any usual layout. */
  private static final long MOST_IN_A_TICK = 1 << 14;

  /**
   * A common divisor of all differences is unlikely to be chance if it has this many bits in total,
   * for all differences but one.
   */
  private static final double BITS_FOR_STEP = 20;

  /** No counter counts in larger steps. Snowflakes with equal low bits do. */
  private static final long GREATEST_STEP = 1_000_000;

  /** Ids that are still being made are not older. So the epoch is different, or the ids are old. */
  private static final long OLD_MS = 90L * 86_400_000;

  private final CheckOptions options;
  private final List<LayoutTrial> trials = new ArrayList<>();
  private final List<LayoutTrial> ownEpoch;
  private final ScriptLoss loss = new ScriptLoss();
  private long count;
  private long first;
  private long least = Long.MAX_VALUE;
  private long greatest = Long.MIN_VALUE;
  private long upper;
  private long leastUpper = Long.MAX_VALUE;
  private long greatestUpper = Long.MIN_VALUE;
  private long divisor;

  NumberProfile(CheckOptions options) {
    this.options = options;
    SnowflakeLayout asked = options.layout();
    List<KnownLayout> known = asked == null ? KnownLayout.ALL : List.of(KnownLayout.asked(asked));
    known.forEach(layout -> trials.add(new LayoutTrial(layout, options.newest())));
    this.ownEpoch = asked == null ? LayoutTrial.withOwnEpoch(options.newest()) : List.of();
  }

  @Override
  public void add(ParsedId id, long line) {
    long value = id.high();
    first = count == 0 ? value : first;
    count++;
    if (id.isUpperHalf()) {
      upper++;
      leastUpper = Math.min(leastUpper, value);
      greatestUpper = Math.max(greatestUpper, value);
    } else {
      least = Math.min(least, value);
      greatest = Math.max(greatest, value);
    }
    divisor = divisor(divisor, value - first);
    loss.add(id);
    trials.forEach(trial -> trial.add(value, line));
    ownEpoch.forEach(trial -> trial.add(value, line));
  }

  /** The smallest number, as written. */
  private BigInteger least() {
    return upper < count ? BigInteger.valueOf(least) : unsigned(leastUpper);
  }

  /** The greatest number, as written. Numbers above 2^63 are greater than all others. */
  private BigInteger greatest() {
    return upper > 0 ? unsigned(greatestUpper) : BigInteger.valueOf(greatest);
  }

  private static BigInteger unsigned(long bits) {
    return new BigInteger(Long.toUnsignedString(bits));
  }

  /**
   * Euclid's algorithm. 0 means no difference yet. A difference that overflows stands for itself.
   */
  private static long divisor(long a, long b) {
    long x = Math.abs(a);
    long y = Math.abs(b);
    while (y != 0) {
      long rest = x % y;
      x = y;
      y = rest;
    }
    return x;
  }

  @Override
  public Verdict verdict(long duplicates) {
    List<LayoutTrial> sensible = sensible();
    boolean counted = isCounted(duplicates);
    boolean old = !sensible.isEmpty() && isOld(sensible.get(0));
    if (!counted && (sensible.isEmpty() || old)) {
      List<LayoutTrial> bits = LayoutTrial.ofFewWorkers(
          ownEpoch.stream().filter(LayoutTrial::makesSenseByItsBits).toList());
      if (!bits.isEmpty()) {
        return ofOwnEpoch(bits, sensible);
      }
    }
    if (sensible.isEmpty() || counted || (old && sensible.get(0).hasManyWorkers())) {
      boolean dense = options.layout() == null && isDense(duplicates);
      Remark looks =
          options.layout() != null ? notAsAsked() : dense ? sequence(duplicates) : unknown();
      return new Verdict(
          dense ? "sequence" : "number",
          List.of(
              looks,
              loss.remark(),
              ColumnRemarks.ofSequence(least(), greatest(), options.column())),
          dense ? sequenceSettings(step(duplicates)) : "");
    }
    LayoutTrial best = sensible.get(0);
    KnownLayout known = best.known();
    String settings = known
        .settings(options.newest().plus(ColumnRemarks.YEAR))
        .map(bits -> "type: snowflake, " + bits)
        .orElse("");
    return new Verdict(
        "snowflake:" + known.name(),
        List.of(
            snowflakes(best, sensible),
            best.track().clock(options.inOrder(), true),
            ColumnRemarks.timeEnds(known.layout().end(), options.newest()),
            loss.remark(),
            ColumnRemarks.ofLayout(known.layout(), greatest(), options)),
        settings);
  }

  /**
   * Differences of times share no factor but powers of two, and a Snowflake's worker leaves holes.
   */
  private boolean isCounted(long duplicates) {
    long step = step(duplicates);
    long odd = step >> Long.numberOfTrailingZeros(step);
    return options.layout() == null
        && isDense(duplicates)
        && (odd > 1 || (count > MOST_IN_A_TICK && range() / step / 2 < count - duplicates));
  }

  /** The distance from the smallest to the greatest number, limited to the range of a long. */
  private long range() {
    return greatest().subtract(least()).min(BigInteger.valueOf(Long.MAX_VALUE)).longValueExact();
  }

  private boolean isDense(long duplicates) {
    long range = range();
    return range < Long.MAX_VALUE
        && range / Math.max(count - duplicates, 1) / step(duplicates) < DENSITY;
  }

  private long step(long duplicates) {
    double bits = (count - duplicates - 2) * Math.log((double) divisor) / Math.log(2);
    return divisor < 1 || divisor > GREATEST_STEP || bits < BITS_FOR_STEP ? 1 : divisor;
  }

  private boolean isOld(LayoutTrial trial) {
    return options.layout() == null
        && options.newest().toEpochMilli() - trial.track().latestMs() > OLD_MS;
  }

  private List<LayoutTrial> sensible() {
    List<LayoutTrial> all = trials.stream()
        .filter(LayoutTrial::makesSense)
        .filter(trial -> trial.startsByChance()
            ? !trial.known().layout().equals(SnowflakeLayout.DEFAULT) || options.layout() != null
            : !trial.known().name().equals(KnownLayout.TSID))
        .toList();
    return LayoutTrial.ofFewWorkers(all).stream()
        .sorted(Comparator.comparingLong((LayoutTrial trial) -> trial.track().latestMs())
            .reversed())
        .toList();
  }

  private Remark snowflakes(LayoutTrial best, List<LayoutTrial> sensible) {
    KnownLayout known = best.known();
    Remark remark = new Remark("looks-like")
        .say("Snowflakes of " + known.makers() + ": " + known.bits())
        .say(
            "for it: read so, all ids are from " + best.track().span() + ", with " + best.workers())
        .fact("layout", known.name());
    List<LayoutTrial> others = sensible.stream()
        .skip(1)
        .filter(other -> best.track().latestMs() - other.track().latestMs() <= CLOSE_MS)
        .limit(MOST_OTHERS)
        .toList();
    others.forEach(other -> remark.say(
        "it could also be " + other.known().makers() + " (" + other.known().name()
            + "), the newest of " + TimeTrack.seconds(other.track().latestMs())));
    if (isOld(best)) {
      remark.say("if such ids are still made, they have an epoch of their own: say it by --as "
          + known.option() + " --epoch TIME; if not, say until when by --newest");
    }
    return remark.fact("alternatives", others.size());
  }

  /**
   * Judges Snowflakes with a library's bits and an unknown epoch. The age of an id is not its date,
   * so no date is reported.
   *
   * @param bits the plausible trials, the most usual first
   * @param others the layouts of libraries by whose epochs the ids are old
   */
  private Verdict ofOwnEpoch(List<LayoutTrial> bits, List<LayoutTrial> others) {
    LayoutTrial best = bits.get(0);
    Remark looks = new Remark("looks-like")
        .atLeast(Severity.WARN)
        .say("Snowflakes with an epoch of their own: " + best.known().split())
        .say("for it: read so, all ids have " + best.workers()
            + ", and by the epoch of no library known here was the newest made lately");
    if (bits.size() > 1) {
      looks.say("other bits could be too: "
          + bits.stream()
              .skip(1)
              .limit(MOST_OTHERS)
              .map(other -> other.known().split())
              .collect(Collectors.joining(", ")));
    }
    looks.say("if you know the epoch, say it, and all else can be told: --as "
        + best.known().option() + " --epoch TIME");
    others.stream().limit(MOST_OTHERS).forEach(old -> {
      long latestMs = old.track().latestMs();
      looks.say("or they are old: " + old.known().makers() + " would have made the newest at "
          + TimeTrack.seconds(latestMs) + "; if so, --newest "
          + ColumnRemarks.day(Instant.ofEpochMilli(latestMs)));
    });
    looks.fact("bits", best.known().option()).fact("alternatives", bits.size() - 1 + others.size());
    return new Verdict(
        "snowflake:own-epoch",
        List.of(
            looks,
            best.track().clock(options.inOrder(), false),
            new Remark("time-ends").say("cannot be told without the epoch"),
            loss.remark(),
            ColumnRemarks.ofSequence(least(), greatest(), options.column())),
        "");
  }

  private Remark sequence(long duplicates) {
    long step = step(duplicates);
    long numbers = range() / step + 1;
    long missing = numbers - (count - duplicates);
    long offset = least().mod(BigInteger.valueOf(step)).longValueExact();
    Remark remark = new Remark("looks-like")
        .say("a sequence or AUTO_INCREMENT: " + least() + " to " + greatest()
            + (step == 1 ? "" : " in steps of " + IdCheck.grouped(step) + ", offset " + offset));
    if (count - duplicates == 1) {
      remark.say("one number alone hardly tells: check more of them");
    }
    if (step > 1) {
      remark
          .say("id % " + step + " is always " + offset
              + ": it may be one of several counters that share the numbers, such as"
              + " AUTO_INCREMENT on several databases")
          .fact("offset", offset);
    }
    return remark
        .say("for it: " + IdCheck.grouped(count - duplicates) + " of " + IdCheck.grouped(numbers)
            + " numbers are there, and " + IdCheck.grouped(missing) + " are missing")
        .fact("least", least())
        .fact("greatest", greatest())
        .fact("step", step)
        .fact("missing", missing);
  }

  private Remark notAsAsked() {
    return new Remark("looks-like")
        .say("no such Snowflakes: read by " + trials.get(0).known().bits()
            + ", times are before its epoch or later than --newest, or nearly each id has another"
            + " worker number")
        .say("the bits, the epoch or --newest is another one; without --as more layouts are tried")
        .atLeast(Severity.WARN);
  }

  private Remark unknown() {
    return new Remark("looks-like")
        .say("it cannot be told: no layout known here gives plausible times and few worker"
            + " numbers, and they are too far apart for a sequence")
        .say("if you know the bits, say so: --as 41/10/12 --epoch 2020-01-01T00:00:00Z")
        .fact("least", least())
        .fact("greatest", greatest())
        .atLeast(Severity.WARN);
  }

  /**
   * Returns a sequence above the greatest number, in the same steps, up to the end of the column.
   */
  private String sequenceSettings(long step) {
    if (greatest().compareTo(BigInteger.valueOf(Long.MAX_VALUE - 2 * step)) > 0) {
      return "";
    }
    long start = Math.max(greatest().longValueExact() + step, 1);
    long most = options
        .column()
        .flatMap(Column::greatestOfAll)
        .filter(known -> known.bitLength() < Long.SIZE)
        .map(BigInteger::longValueExact)
        .orElse(Long.MAX_VALUE);
    return most < start
        ? ""
        : "type: sequence, start: " + start
            + (step == 1 ? "" : ", step: " + step)
            + (most == Long.MAX_VALUE ? "" : ", maximum: " + most);
  }
}
