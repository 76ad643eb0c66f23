package io.mintmark.cli.check;

import io.mintmark.cli.verify.Duplicate;
import io.mintmark.snowflake.SnowflakeLayout;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Numbers of 64 bits: Snowflakes of some layout, or a sequence's.
 *
 * <p>Each known layout reads all of them. Of those that make sense, the ones with the fewest worker
 * numbers are left, as wrong bits make many of few; and of these the one whose newest id is the
 * latest, as ids that are looked at are mostly still made. That cannot tell layouts of the same
 * bits apart for sure, whose epochs are all that differs: so others are named with their dates.
 */
final class NumberProfile implements Profile {

  private static final long CLOSE_MS = 400L * 86_400_000;
  private static final int MOST_OTHERS = 3;

  /** A sequence has at least one id in so many numbers. */
  private static final long DENSITY = 1000;

  /** More ids than one tick has in any usual layout. */
  private static final long MOST_IN_A_TICK = 1 << 14;

  /**
   * A divisor that all differences have by chance is unlikely if it has, for each difference but
   * one, together as many bits.
   */
  private static final double BITS_FOR_STEP = 20;

  /** No counter counts in larger steps; Snowflakes that are alike in their low bits do. */
  private static final long GREATEST_STEP = 1_000_000;

  /** Ids that are still made are not older, so the epoch is another one, or the ids are old. */
  private static final long OLD_MS = 90L * 86_400_000;

  private final CheckOptions options;
  private final List<LayoutTrial> trials = new ArrayList<>();
  private final ShardSpread spread = new ShardSpread();
  private final ScriptLoss loss = new ScriptLoss();
  private final OwnEpoch ownEpoch;
  private long count;
  private long first;
  private long least = Long.MAX_VALUE;
  private long greatest = Long.MIN_VALUE;
  private long upper;
  private long leastUpper = Long.MAX_VALUE;
  private long greatestUpper = Long.MIN_VALUE;
  private long step;

  NumberProfile(CheckOptions options) {
    this.options = options;
    this.ownEpoch = new OwnEpoch(options.newest());
    SnowflakeLayout asked = options.layout();
    List<KnownLayout> known = asked == null ? KnownLayout.ALL : List.of(KnownLayout.asked(asked));
    known.forEach(layout -> trials.add(new LayoutTrial(layout, options.newest())));
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
    step = divisor(step, value - first);
    spread.add(value);
    loss.add(id);
    for (LayoutTrial trial : trials) {
      trial.add(value, line);
    }
    if (options.layout() == null) {
      ownEpoch.add(value, line);
    }
  }

  /** The smallest number, as its text says it. */
  private BigInteger least() {
    return upper < count ? BigInteger.valueOf(least) : unsigned(leastUpper);
  }

  /** The greatest; numbers above 2^63 are above all others. */
  private BigInteger greatest() {
    return upper > 0 ? unsigned(greatestUpper) : BigInteger.valueOf(greatest);
  }

  private static BigInteger unsigned(long bits) {
    return new BigInteger(Long.toUnsignedString(bits));
  }

  /** Euclid's; 0 stands for no difference yet, and a difference that overflows for itself. */
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
  public Verdict verdict(long duplicates, List<Duplicate> firstDuplicates) {
    List<LayoutTrial> sensible = sensible();
    boolean counted = isCounted(duplicates);
    boolean old = !sensible.isEmpty() && isOld(sensible.get(0));
    if (!counted && (sensible.isEmpty() || old)) {
      List<LayoutTrial> bits = ownEpoch.sensible(count);
      if (!bits.isEmpty()) {
        return OwnEpoch.verdict(
            bits,
            sensible,
            options,
            firstDuplicates,
            List.of(
                spread.remark(),
                loss.remark(),
                ColumnRemarks.ofSequence(least(), greatest(), options.column())));
      }
    }
    if (sensible.isEmpty() || counted || (old && sensible.get(0).hasManyWorkers())) {
      long inSteps = step(duplicates);
      SequenceFigures figures =
          new SequenceFigures(count, duplicates, least(), greatest(), inSteps, options.column());
      return options.layout() == null
          ? figures.verdict(isDense(duplicates), spread.remark(), loss.remark())
          : figures.notAsAsked(trials.get(0).known().bits(), spread.remark(), loss.remark());
    }
    LayoutTrial best = sensible.get(0);
    KnownLayout known = best.known();
    HostRemarks hosts = new HostRemarks(best.track(), "worker number", host -> host.toString());
    List<Remark> remarks = new ArrayList<>();
    remarks.add(looksLike(best, sensible));
    remarks.add(hosts.hosts(options.inOrder(), firstDuplicates, best::worker));
    remarks.add(hosts.clock(options.inOrder()));
    remarks.add(spread.remark());
    remarks.add(Ends.of(known.layout().end(), options.newest()));
    remarks.add(loss.remark());
    remarks.add(ColumnRemarks.ofLayout(known.layout(), greatest(), options));
    remarks.add(givesAway(best));
    String settings = known
        .settings(options.newest().plus(Ends.YEAR))
        .map(bits -> "type: snowflake, " + bits)
        .orElse("");
    return new Verdict("snowflake:" + known.name(), remarks, settings);
  }

  /** Times have no common step but powers of two, and a Snowflake's worker leaves holes. */
  private boolean isCounted(long duplicates) {
    long inSteps = step(duplicates);
    long odd = inSteps >> Long.numberOfTrailingZeros(inSteps);
    return options.layout() == null
        && isDense(duplicates)
        && (odd > 1 || (count > MOST_IN_A_TICK && range() / inSteps / 2 < count - duplicates));
  }

  /** From the smallest to the greatest, at most what a long holds. */
  private long range() {
    return greatest().subtract(least()).min(BigInteger.valueOf(Long.MAX_VALUE)).longValueExact();
  }

  private boolean isDense(long duplicates) {
    long range = range();
    return range < Long.MAX_VALUE
        && range / Math.max(count - duplicates, 1) / step(duplicates) < DENSITY;
  }

  private long step(long duplicates) {
    double bits = (count - duplicates - 2) * Math.log((double) step) / Math.log(2);
    return step < 1 || step > GREATEST_STEP || bits < BITS_FOR_STEP ? 1 : step;
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

  private static String title(LayoutTrial best) {
    return "Snowflakes of " + best.known().makers();
  }

  private Remark looksLike(LayoutTrial best, List<LayoutTrial> sensible) {
    TimeTrack track = best.track();
    Remark.Draft draft = new Remark.Draft("looks-like")
        .say(title(best) + ": " + best.known().bits())
        .fact("layout", best.known().name());
    draft.say("for it: read so, all ids are from "
        + Spans.time(track.earliestMs())
        + " to "
        + Spans.time(track.latestMs())
        + ", with "
        + Spans.grouped(track.hosts().size())
        + (track.hosts().size() == 1 ? " worker number" : " worker numbers"));
    List<String> others = sensible.stream()
        .skip(1)
        .filter(other -> track.latestMs() - other.track().latestMs() <= CLOSE_MS)
        .limit(MOST_OTHERS)
        .map(other -> other.known().makers() + " (" + other.known().name() + "), the newest of "
            + Spans.time(other.track().latestMs()))
        .toList();
    others.forEach(other -> draft.say("it could also be " + other));
    if (isOld(best)) {
      draft.say("if such ids are still made, they have an epoch of their own: say it by --as "
          + best.known().option() + " --epoch TIME; if not, say until when by --newest");
    }
    return draft.fact("alternatives", others.size()).remark();
  }

  private static Remark givesAway(LayoutTrial best) {
    Remark.Draft draft = new Remark.Draft("gives-away")
        .say("when each id was made, to " + best.known().unit());
    return best.sayWhatNumbersGiveAway(draft).remark();
  }
}
