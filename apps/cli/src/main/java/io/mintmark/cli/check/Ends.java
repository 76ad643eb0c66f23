package io.mintmark.cli.check;

import java.time.Duration;
import java.time.Instant;

/** What is said of the day on which the bits of time are used up. */
final class Ends {

  /** A shorter rest is too short to change what uses the ids. */
  static final Duration YEAR = Duration.ofDays(366);

  private static final Duration SOON = YEAR.multipliedBy(5);

  private Ends() {}

  static Remark of(Instant end, Instant now) {
    Remark.Draft draft = new Remark.Draft("time-ends").fact("end", end);
    if (!end.isAfter(now)) {
      draft.say("the bits of time ended on " + Spans.day(end) + ": times repeat, or no id is made");
    } else {
      draft.say("the bits of time end on " + Spans.day(end));
    }
    if (!end.isAfter(now.plus(YEAR))) {
      draft.atLeast(Severity.FAIL);
    } else if (!end.isAfter(now.plus(SOON))) {
      draft.atLeast(Severity.WARN);
    }
    return draft.remark();
  }
}
