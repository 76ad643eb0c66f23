package io.mintmark.cli.ids;

import io.mintmark.snowflake.SnowflakeId;
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
 * <p>Each known layout reads all numbers. A layout makes sense if nearly every time is plausible
 * and there are few worker numbers: with wrong bits, bits of the time are read as the worker, and
 * nearly each id seems to have a different worker. Of the layouts that make sense, the layout that
 * gives the newest id the latest time is chosen, because inspected ids are mostly still being made.
 * This cannot reliably distinguish layouts of the same bits, which differ in their epoch only.
 */
final class NumberProfile extends IdProfile {

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

  /**
   * A layout counts as wrong if its number of workers is more than this factor times the smallest
   * number of workers of any layout. The workers could be random if their number times this factor
   * is greater than the number of ids or than the layout's number of worker numbers.
   */
  private static final int FACTOR = 4;

  /** With fewer ids, the number of workers is a matter of chance. */
  private static final long LEAST_IDS = 20;

  /** With fewer ids, any number of workers makes sense. */
  private static final long FEW = 100;

  private static final BigInteger GREATEST_INTEGER = BigInteger.valueOf(Integer.MAX_VALUE);
  private static final BigInteger GREATEST_BIGINT = BigInteger.valueOf(Long.MAX_VALUE);

  private final List<Trial> trials = new ArrayList<>();
  private final ScriptLoss loss = new ScriptLoss();
  private ParsedId smallest;
  private ParsedId greatest;
  private BigInteger divisor = BigInteger.ZERO;

  /** All numbers as one layout reads them. */
  private record Trial(KnownLayout known, TimeTrack track) {

    void add(long id, long line) {
      if (known.layout().fits(id)) {
        SnowflakeId read = known.layout().decode(id);
        track.add(read.time().toEpochMilli(), read.worker(), line);
      } else {
        track.addMisfit();
      }
    }

    boolean makesSense(long count) {
      return track.isPlausible()
          && !track.isCrowded()
          && (count < FEW || track.hosts() <= count / 2);
    }

    /** Returns whether there are so many workers that they could be random. */
    boolean hasManyWorkers(long count) {
      int workers = track.hosts();
      return workers > Math.max(known.layout().workers() / FACTOR, 1)
          || (count >= LEAST_IDS && workers > count / FACTOR);
    }
  }

  NumberProfile(ParsedId first, long firstLine, List<KnownLayout> layouts, Instant newest) {
    super(first, firstLine, newest);
    this.smallest = first;
    this.greatest = first;
    layouts.forEach(known -> trials.add(new Trial(known, new TimeTrack(known.since(), newest))));
  }

  @Override
  void add(ParsedId id, long line) {
    super.add(id, line);
    if (!divisor.equals(BigInteger.ONE)) {
      divisor = divisor.gcd(value(id).subtract(value(smallest)));
    }
    smallest = id.isBelow(smallest) ? id : smallest;
    greatest = greatest.isBelow(id) ? id : greatest;
    loss.add(id);
    trials.forEach(trial -> trial.add(id.number(), line));
  }

  private static BigInteger value(ParsedId id) {
    return id.isUpperHalf() ? new BigInteger(id.text()) : BigInteger.valueOf(id.number());
  }

  /** Returns the times by the only layout. */
  @Override
  public Optional<TimeTrack> times() {
    return Optional.of(trials.get(0).track).filter(TimeTrack::isPlausible);
  }

  /** Returns whether the user has named the layout. */
  private boolean isAsked() {
    return trials.size() == 1;
  }

  @Override
  Verdict verdict(boolean inOrder, long duplicates) {
    long different = count() - duplicates;
    BigInteger step = step(different);
    BigInteger numbers = value(greatest).subtract(value(smallest)).divide(step).add(BigInteger.ONE);
    boolean dense = !isAsked()
        && numbers.compareTo(BigInteger.valueOf(different).multiply(BigInteger.valueOf(DENSITY)))
            < 0;
    // The differences of Snowflakes share no factor except powers of two. Snowflakes also use few
    // of the numbers in between, because the worker bits skip numbers.
    boolean counted = dense
        && (step.bitCount() > 1
            || (count() > MOST_IN_A_TICK
                && numbers.shiftRight(1).compareTo(BigInteger.valueOf(different)) < 0));
    Optional<Trial> snowflakes = counted ? Optional.empty() : bestTrial();
    if (snowflakes.isPresent()) {
      return snowflakes(snowflakes.get(), inOrder);
    }
    Remark looks = dense
        ? Remark.of(
            "looks-like",
            Severity.OK,
            "a sequence or AUTO_INCREMENT: " + value(smallest) + " to " + value(greatest)
                + inSteps(step))
        : Remark.of("looks-like", Severity.WARN, unknown());
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

  private String inSteps(BigInteger step) {
    return step.equals(BigInteger.ONE)
        ? ""
        : " in steps of " + step + ", offset " + value(smallest).mod(step);
  }

  private boolean isOld(Trial trial) {
    return !isAsked() && trial.track.latest().isBefore(newest().minus(OLD));
  }

  private Optional<Trial> bestTrial() {
    List<Trial> sensible = trials.stream()
        .filter(trial -> trial.makesSense(count()))
        .filter(trial -> !isOld(trial) || !trial.hasManyWorkers(count()))
        .toList();
    int fewest = sensible.stream().mapToInt(trial -> trial.track.hosts()).min().orElse(0);
    return sensible.stream()
        .filter(trial -> trial.track.hosts() <= fewest * FACTOR)
        .max(Comparator.comparing(trial -> trial.track.latest()));
  }

  private Verdict snowflakes(Trial best, boolean inOrder) {
    KnownLayout known = best.known;
    SnowflakeLayout layout = known.layout();
    int workers = best.track.hosts();
    List<String> says = new ArrayList<>();
    says.add("Snowflakes of " + known.makers() + ": " + known.bits() + ", with "
        + Remark.grouped(workers) + (workers == 1 ? " worker number" : " worker numbers"));
    if (isOld(best)) {
      says.add("if such ids are still made, their epoch is a different one: set it with --as "
          + known.option() + " --epoch TIME; if not, set --newest to the time of the newest");
    }
    return new Verdict(
        "snowflake:" + known.name(),
        List.of(
            new Remark("looks-like", Severity.WARN.when(isOld(best)), says),
            best.track.clock(inOrder),
            Remark.timeEnds(layout.end(), newest()),
            loss.remark(),
            Remark.of(
                "column",
                Severity.OK,
                layout.bits() == Long.SIZE
                    ? "needs BIGINT; ids are negative from the middle of the layout's time on"
                    : "needs BIGINT, which is enough until the bits of time end")),
        known
            .settings(newest().plus(Remark.YEAR))
            .map(bits -> "type: snowflake, " + bits)
            .orElse(""));
  }

  private String unknown() {
    return isAsked()
        ? "the ids are not such Snowflakes: with " + trials.get(0).known.bits()
            + ", times are before its epoch or later than --newest, or nearly each id has a"
            + " different worker number; without --as more layouts are tried"
        : "the kind is unknown: no known layout gives plausible times and few worker numbers, and"
            + " the ids are too far apart for a sequence; if you know the bits, give them:"
            + " --as 41/10/12 --epoch 2020-01-01T00:00:00Z";
  }

  /** A column's lowest number is one further from zero than its highest. */
  private Remark column() {
    BigInteger most = value(greatest).max(value(smallest).not());
    if (most.compareTo(GREATEST_INTEGER) <= 0) {
      long percent = most.longValueExact() * 100 / Integer.MAX_VALUE;
      return Remark.of(
          "column",
          Severity.OK,
          "fits INTEGER, of which " + percent
              + " % are used; BIGINT would practically never be used up");
    }
    boolean isBigint = most.compareTo(GREATEST_BIGINT) <= 0;
    return Remark.of(
        "column", Severity.OK, isBigint ? "needs BIGINT" : "needs NUMERIC(20) or BIGINT UNSIGNED");
  }

  /** Returns the settings of a sequence that continues after the greatest number. */
  private String sequenceSettings(BigInteger step) {
    BigInteger start = value(greatest).add(step).max(BigInteger.ONE);
    return start.add(step).compareTo(GREATEST_BIGINT) > 0
        ? ""
        : "type: sequence, start: " + start
            + (step.equals(BigInteger.ONE) ? "" : ", step: " + step);
  }
}
