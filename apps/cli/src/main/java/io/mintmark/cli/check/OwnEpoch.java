package io.mintmark.cli.check;

import io.mintmark.cli.check.Profile.Verdict;
import io.mintmark.cli.verify.Duplicate;
import io.mintmark.snowflake.SnowflakeLayout;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Snowflakes whose bits are a library's and whose epoch is not: it can be set in most of them.
 *
 * <p>The bits show by few worker numbers, and by an age that such ids can have: an epoch lies after
 * 1970, and more than a day before the ids. The age of an id is not its date, so no date is said.
 */
final class OwnEpoch {

  private static final Duration YOUNG = Duration.ofDays(1);

  /** Ids of a shorter time could be a sequence's that starts high. */
  private static final long LEAST_SPAN_MS = 1_000;

  private static final int MOST_OTHERS = 2;

  private final List<LayoutTrial> trials = new ArrayList<>();

  /**
   * Makes an empty one.
   *
   * @param newest when the newest id can have been made at the latest
   */
  OwnEpoch(Instant newest) {
    Set<String> bits = new HashSet<>();
    for (KnownLayout known : KnownLayout.ALL) {
      SnowflakeLayout layout = known.layout();
      boolean signed = layout.bits() == Long.SIZE || layout.workerBits() == 0;
      if (!signed && bits.add(layout.split() + layout.unitMs())) {
        Instant epoch = layout.epoch();
        KnownLayout old = new KnownLayout(known.name(), known.makers(), layout, epoch.plus(YOUNG));
        trials.add(new LayoutTrial(old, epoch.plusMillis(newest.toEpochMilli())));
      }
    }
  }

  void add(long id, long line) {
    for (LayoutTrial trial : trials) {
      trial.add(id, line);
    }
  }

  /** The bits that make sense, the most usual first. */
  List<LayoutTrial> sensible(long count) {
    if (count < LayoutTrial.LEAST_IDS) {
      return List.of();
    }
    List<LayoutTrial> all = trials.stream()
        .filter(LayoutTrial::makesSense)
        .filter(trial -> !trial.hasOneNumber())
        .filter(trial -> trial.track().latestMs() - trial.track().earliestMs() >= LEAST_SPAN_MS)
        .filter(trial -> !trial.hasManyWorkers())
        .toList();
    return LayoutTrial.ofFewWorkers(all);
  }

  /** What is said of them; others are the layouts of libraries by whose epochs they are old. */
  static Verdict verdict(
      List<LayoutTrial> sensible,
      List<LayoutTrial> others,
      CheckOptions options,
      List<Duplicate> duplicates,
      List<Remark> ofNumbers) {
    LayoutTrial best = sensible.get(0);
    HostRemarks hosts = new HostRemarks(best.track(), "worker number", host -> host.toString());
    List<Remark> remarks = new ArrayList<>();
    remarks.add(looksLike(sensible, others));
    remarks.add(hosts.hosts(options.inOrder(), duplicates, best::worker));
    remarks.add(hosts.clockWithoutEpoch(options.inOrder()));
    remarks.add(
        new Remark.Draft("time-ends").say("cannot be told without the epoch").remark());
    remarks.addAll(ofNumbers);
    remarks.add(givesAway(best));
    return new Verdict("snowflake:own-epoch", remarks, "");
  }

  private static Remark looksLike(List<LayoutTrial> sensible, List<LayoutTrial> others) {
    LayoutTrial best = sensible.get(0);
    int workers = best.track().hosts().size();
    Remark.Draft draft = new Remark.Draft("looks-like")
        .atLeast(Severity.WARN)
        .say("Snowflakes with an epoch of their own: " + bits(best))
        .say("for it: read so, all ids have " + Spans.grouped(workers)
            + (workers == 1 ? " worker number" : " worker numbers")
            + ", and by the epoch of no library known here was the newest made lately");
    if (sensible.size() > 1) {
      draft.say("other bits could be too: "
          + sensible.stream()
              .skip(1)
              .limit(MOST_OTHERS)
              .map(OwnEpoch::bits)
              .collect(Collectors.joining(", ")));
    }
    draft.say("if you know the epoch, say it, and all else can be told: --as "
        + best.known().option() + " --epoch TIME");
    others.stream()
        .limit(MOST_OTHERS)
        .forEach(old -> draft.say("or they are old: " + old.known().makers()
            + " would have made the newest at " + Spans.time(old.track().latestMs())
            + "; if so, --newest " + Spans.day(Instant.ofEpochMilli(old.track().latestMs()))));
    return draft
        .fact("bits", best.known().option())
        .fact("alternatives", sensible.size() - 1 + others.size())
        .remark();
  }

  private static String bits(LayoutTrial trial) {
    return trial.known().split();
  }

  private static Remark givesAway(LayoutTrial best) {
    Remark.Draft draft = new Remark.Draft("gives-away")
        .say("how much time lies between two of them, and to those who know the epoch when each was"
            + " made, to " + best.known().unit());
    return best.sayWhatNumbersGiveAway(draft).remark();
  }
}
