package io.mintmark.cli.ids;

import io.mintmark.snowflake.SnowflakeLayout;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The profile of 64-bit numbers: Snowflakes of some layout, or numbers of a sequence.
 *
 * <p>Each known layout reads all numbers. Of the layouts that make sense, only the layouts with few
 * worker numbers are kept, because wrong bits turn few workers into many. Each of these layouts
 * gives a time for the newest id. The layout for which this time is the latest is chosen, because
 * inspected ids are mostly still being made. This cannot reliably distinguish layouts of the same
 * bits, which differ in their epoch only. So the report also names other layouts that fit, each
 * with its time of the newest id.
 */
final class NumberProfile extends CheckProfile {

  private static final Duration CLOSE = Duration.ofDays(400);
  private static final int MOST_OTHERS = 3;

  /**
   * If the newest id seems older than this, the epoch may be different from the layout's, or no
   * more ids are being made.
   */
  private static final Duration OLD = Duration.ofDays(90);

  /** In a sequence, at least one of this many consecutive numbers is used. */
  private static final long DENSITY = 1000;

  /** More ids than one tick (the smallest step of the time) contains in any usual layout. */
  private static final long MOST_IN_A_TICK = 1 << 14;

  /**
   * A common divisor of all differences is unlikely to be chance if {@code bits * (n - 1)} is at
   * least this, for a divisor of {@code bits} bits and {@code n} differences.
   */
  private static final double BITS_FOR_STEP = 20;

  /**
   * Larger common steps are not those of a counter, but of Snowflakes that all end with the same
   * low bits.
   */
  private static final BigInteger GREATEST_STEP = BigInteger.valueOf(1_000_000);

  private static final BigInteger GREATEST_INTEGER = BigInteger.valueOf(Integer.MAX_VALUE);
  private static final BigInteger GREATEST_BIGINT = BigInteger.valueOf(Long.MAX_VALUE);

  private final CheckOptions options;
  private final List<LayoutTrial> trials = new ArrayList<>();
  private final ScriptLoss loss = new ScriptLoss();
  private BigInteger first = BigInteger.ZERO;
  private BigInteger least = BigInteger.ZERO;
  private BigInteger greatest = BigInteger.ZERO;
  private BigInteger divisor = BigInteger.ZERO;

  NumberProfile(CheckOptions options) {
    super(IdKind.NUMBER);
    this.options = options;
    options
        .layout()
        .map(asked -> List.of(KnownLayout.asked(asked)))
        .orElse(KnownLayout.ALL)
        .forEach(layout -> trials.add(new LayoutTrial(layout, options.newest())));
  }

  @Override
  void add(ParsedId id, long line) {
    BigInteger value = id.isUpperHalf() ? new BigInteger(id.text()) : BigInteger.valueOf(id.high());
    if (count() == 1) {
      first = value;
      least = value;
      greatest = value;
    }
    least = least.min(value);
    greatest = greatest.max(value);
    if (!divisor.equals(BigInteger.ONE)) {
      divisor = divisor.gcd(value.subtract(first));
    }
    loss.add(id);
    trials.forEach(trial -> trial.add(id.high(), line));
  }

  @Override
  Verdict verdict(long duplicates) {
    long different = count() - duplicates;
    BigInteger step = step(different);
    BigInteger numbers = greatest.subtract(least).divide(step).add(BigInteger.ONE);
    boolean dense = options.layout().isEmpty()
        && numbers.compareTo(BigInteger.valueOf(different).multiply(BigInteger.valueOf(DENSITY)))
            < 0;
    // The differences of Snowflakes share no factor except powers of two. Snowflakes also use few
    // of the numbers in between, because the worker bits skip numbers.
    boolean counted = dense
        && (step.bitCount() > 1
            || (count() > MOST_IN_A_TICK
                && numbers.shiftRight(1).compareTo(BigInteger.valueOf(different)) < 0));
    List<LayoutTrial> sensible = counted ? List.of() : sensible();
    if (!sensible.isEmpty()) {
      return snowflakes(sensible);
    }
    Remark looks = options.layout().isPresent()
        ? notAsAsked()
        : dense ? sequence(step, different, numbers) : unknown();
    return new Verdict(
        dense ? "sequence" : "number",
        List.of(looks, loss.remark(), column()),
        dense ? sequenceSettings(step) : "");
  }

  private BigInteger step(long different) {
    double bits = (different - 2) * Math.log(divisor.doubleValue()) / Math.log(2);
    return divisor.signum() == 0 || divisor.compareTo(GREATEST_STEP) > 0 || bits < BITS_FOR_STEP
        ? BigInteger.ONE
        : divisor;
  }

  private boolean isOld(LayoutTrial trial) {
    Instant latest = Instant.ofEpochMilli(trial.track().latestMs());
    return options.layout().isEmpty() && latest.isBefore(options.newest().minus(OLD));
  }

  private List<LayoutTrial> sensible() {
    List<LayoutTrial> all = trials.stream()
        .filter(LayoutTrial::makesSense)
        .filter(trial -> !isOld(trial) || !trial.hasManyWorkers())
        .filter(trial -> trial.startsByChance()
            ? !trial.known().layout().equals(SnowflakeLayout.DEFAULT)
                || options.layout().isPresent()
            : !trial.known().name().equals(KnownLayout.TSID))
        .sorted(Comparator.comparingLong((LayoutTrial trial) -> -trial.track().latestMs()))
        .toList();
    return LayoutTrial.ofFewWorkers(all);
  }

  private Verdict snowflakes(List<LayoutTrial> sensible) {
    LayoutTrial best = sensible.get(0);
    KnownLayout known = best.known();
    Remark looks = new Remark("looks-like")
        .say("Snowflakes of " + known.makers() + ": " + known.bits())
        .say("evidence: all ids are from " + best.track().span() + ", with " + best.workers())
        .fact("layout", known.name());
    sensible.stream()
        .skip(1)
        .filter(other -> best.track().latestMs() - other.track().latestMs() <= CLOSE.toMillis())
        .limit(MOST_OTHERS)
        .forEach(other -> looks.say("it could also be " + other.known().makers() + " ("
            + other.known().name() + "); then the newest id is from "
            + TimeTrack.seconds(other.track().latestMs())));
    if (isOld(best)) {
      looks
          .say("if such ids are still made, their epoch is a different one: set it with --as "
              + known.option() + " --epoch TIME; if not, set --newest to the time of the newest")
          .atLeast(Severity.WARN);
    }
    Remark column = new Remark("column")
        .say(
            known.layout().bits() == Long.SIZE
                ? "needs BIGINT; ids are negative from the middle of the layout's time on"
                : "needs BIGINT, which is enough until the bits of time end");
    Remark timeEnds = Remark.timeEnds(known.layout().end(), options.newest());
    Optional<String> settings = known.settings(options.newest().plus(Remark.YEAR));
    return new Verdict(
        "snowflake:" + known.name(),
        List.of(looks, best.track().clock(options.inOrder()), timeEnds, loss.remark(), column),
        settings.map(bits -> "type: snowflake, " + bits).orElse(""));
  }

  private Remark sequence(BigInteger step, long different, BigInteger numbers) {
    Remark remark = new Remark("looks-like")
        .say("a sequence or AUTO_INCREMENT: " + least + " to " + greatest
            + (step.equals(BigInteger.ONE)
                ? ""
                : " in steps of " + step + ", offset " + least.mod(step)));
    if (different == 1) {
      remark.say("one number is not enough: check more of them");
    }
    return remark
        .say("evidence: " + IdAnalysis.grouped(different) + " of "
            + IdAnalysis.grouped(numbers.longValueExact()) + " numbers are present")
        .fact("least", least)
        .fact("greatest", greatest)
        .fact("step", step);
  }

  private Remark notAsAsked() {
    return new Remark("looks-like")
        .say("the ids are not such Snowflakes: with " + trials.get(0).known().bits()
            + ", times are before its epoch or later than --newest, or nearly each id has a"
            + " different worker number")
        .say("the bits, the epoch or --newest is wrong; without --as more layouts are tried")
        .atLeast(Severity.WARN);
  }

  private static Remark unknown() {
    return new Remark("looks-like")
        .say("the kind is unknown: no known layout gives plausible times and few worker numbers,"
            + " and the ids are too far apart for a sequence")
        .say("if you know the bits, give them: --as 41/10/12 --epoch 2020-01-01T00:00:00Z")
        .atLeast(Severity.WARN);
  }

  /** A column's lowest number is one further from zero than its highest. */
  private Remark column() {
    BigInteger most = greatest.max(least.not());
    Remark remark = new Remark("column");
    if (most.compareTo(GREATEST_INTEGER) <= 0) {
      BigInteger percent = most.multiply(BigInteger.valueOf(100)).divide(GREATEST_INTEGER);
      return remark.say("fits INTEGER, of which " + percent + " % are used; BIGINT would"
              + " practically never be used up");
    }
    boolean isBigint = most.compareTo(GREATEST_BIGINT) <= 0;
    return remark.say(isBigint ? "needs BIGINT" : "needs NUMERIC(20) or BIGINT UNSIGNED");
  }

  /** Returns the settings of a sequence that continues after the greatest number. */
  private String sequenceSettings(BigInteger step) {
    BigInteger start = greatest.add(step).max(BigInteger.ONE);
    return start.add(step).compareTo(GREATEST_BIGINT) > 0
        ? ""
        : "type: sequence, start: " + start
            + (step.equals(BigInteger.ONE) ? "" : ", step: " + step);
  }
}
