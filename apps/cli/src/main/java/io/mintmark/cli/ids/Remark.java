package io.mintmark.cli.ids;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;

/**
 * A remark on one topic.
 *
 * @param topic the topic, for people and programs: {@code looks-like}, {@code clock}
 * @param severity the severity
 * @param says sentences, the most important first
 */
public record Remark(String topic, Severity severity, List<String> says) {

  /** The time that is needed to change the systems that use the ids. */
  static final Duration YEAR = Duration.ofDays(366);

  private static final Duration SOON = YEAR.multipliedBy(5);

  static Remark of(String topic, Severity severity, String... says) {
    return new Remark(topic, severity, List.of(says));
  }

  /** Reports the end of the bits of time. */
  static Remark timeEnds(Instant end, Instant now) {
    String day = end.atOffset(ZoneOffset.UTC).toLocalDate().toString();
    return of(
        "time-ends",
        end.isAfter(now.plus(YEAR))
            ? Severity.WARN.when(!end.isAfter(now.plus(SOON)))
            : Severity.FAIL,
        end.isAfter(now)
            ? "the bits of time end on " + day
            : "the bits of time ended on " + day + ": times repeat, or no id is made");
  }

  static String grouped(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }
}
