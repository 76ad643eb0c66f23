package io.mintmark.cli.check;

import io.mintmark.cli.verify.Duplicate;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What is said of hosts and their clocks. */
final class HostRemarks {

  private static final int SHOWN = 20;

  private final TimeTrack track;
  private final String word;
  private final Function<Long, String> name;

  /**
   * Speaks of one way to read ids.
   *
   * @param track what was counted
   * @param word what a host's number is called: {@code worker number}
   * @param name how a number is written
   */
  HostRemarks(TimeTrack track, String word, Function<Long, String> name) {
    this.track = track;
    this.word = word;
    this.name = name;
  }

  /**
   * Says which numbers are in use, and which of them two hosts share.
   *
   * @param inOrder whether lines are in the order in which ids were made
   * @param first the first ids that are there twice
   * @param hostOf the number in an id's text; empty if it has none
   */
  Remark hosts(boolean inOrder, List<Duplicate> first, Function<String, Optional<Long>> hostOf) {
    Map<Long, HostUse> hosts = track.hosts();
    Remark.Draft draft =
        new Remark.Draft("workers").fact("in-use", hosts.size()).fact("numbers", names(hosts));
    draft.say(Spans.grouped(hosts.size()) + " " + (hosts.size() == 1 ? word : plural(word))
        + " in use: " + names(hosts));
    Map<Long, Long> repeated = new TreeMap<>();
    for (Duplicate duplicate : first) {
      hostOf.apply(duplicate.id()).ifPresent(host -> repeated.merge(host, 1L, Long::sum));
    }
    repeated.forEach((host, times) -> draft
        .say(word + " " + name.apply(host) + " made " + times
            + " of the repeated ids shown: two processes shared it, or its clock went back, or"
            + " rows were copied")
        .fact("shared-" + name.apply(host), "sure unless copied")
        .atLeast(Severity.FAIL));
    if (inOrder) {
      hosts.forEach((host, use) -> {
        if (use.alternates()) {
          draft
              .say(word + " " + name.apply(host) + " went back and forth " + use.backs()
                  + " times, by up to " + Spans.of(use.farthestBackMs())
                  + ": likely two hosts share it, or transactions of that length overlap")
              .fact("shared-" + name.apply(host), "likely")
              .atLeast(Severity.FAIL);
        }
      });
    } else if (repeated.isEmpty()) {
      draft.say("whether two hosts share one shows only in the order in which ids were made:"
          + " --in-order");
    }
    return draft.remark();
  }

  /** Says where time went back, which shows only in the order in which ids were made. */
  Remark clock(boolean inOrder) {
    return steps(
        inOrder,
        new Remark.Draft("clock")
            .say("made from " + Spans.time(track.earliestMs()) + " to "
                + Spans.time(track.latestMs()))
            .fact("earliest", Instant.ofEpochMilli(track.earliestMs()))
            .fact("latest", Instant.ofEpochMilli(track.latestMs())));
  }

  /** The same of ids whose epoch is not known. */
  Remark clockWithoutEpoch(boolean inOrder) {
    long spanMs = track.latestMs() - track.earliestMs();
    return steps(
        inOrder,
        new Remark.Draft("clock")
            .say("made within " + Spans.of(spanMs) + "; the dates cannot be told without the epoch")
            .fact("span-ms", spanMs));
  }

  private Remark steps(boolean inOrder, Remark.Draft draft) {
    if (track.implausible() > 0) {
      draft
          .say(Spans.grouped(track.implausible())
              + " ids are before or after any plausible time: a clock was wrong, or they are"
              + " others'")
          .fact("implausible", track.implausible())
          .atLeast(Severity.WARN);
    }
    if (!inOrder) {
      return draft
          .say("steps of a clock show only in the order in which ids were made: --in-order")
          .remark();
    }
    long steps = 0;
    for (Map.Entry<Long, HostUse> entry : track.hosts().entrySet()) {
      HostUse use = entry.getValue();
      if (use.backs() > 0 && steps++ < SHOWN) {
        draft
            .say(String.format(
                Locale.ROOT,
                "the time of %s %s went back %s by up to %s, first at line %,d",
                word,
                name.apply(entry.getKey()),
                use.backs() == 1 ? "once" : use.backs() + " times",
                Spans.of(use.farthestBackMs()),
                use.firstBackLine()))
            .atLeast(Severity.WARN);
      }
    }
    draft.fact("hosts-with-steps", steps);
    return steps == 0
        ? draft.say("no clock went back by a second or more").remark()
        : draft.remark();
  }

  /** For example {@code processes}. */
  static String plural(String word) {
    return word + (word.endsWith("s") ? "es" : "s");
  }

  private String names(Map<Long, HostUse> hosts) {
    String text = hosts.keySet().stream().limit(SHOWN).map(name).collect(Collectors.joining(", "));
    return hosts.size() > SHOWN ? text + ", ..." : text;
  }
}
