package io.mintmark.cli.ids;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A remark on one topic. */
public final class Remark {

  /** The time that is needed to change the systems that use the ids. */
  static final Duration YEAR = Duration.ofDays(366);

  private static final Duration SOON = YEAR.multipliedBy(5);

  private final String topic;
  private final List<String> says = new ArrayList<>();
  private final Map<String, String> facts = new LinkedHashMap<>();
  private Severity severity = Severity.OK;

  Remark(String topic) {
    this.topic = topic;
  }

  /** Reports the end of the bits of time. */
  static Remark timeEnds(Instant end, Instant now) {
    String day = end.atOffset(ZoneOffset.UTC).toLocalDate().toString();
    Remark remark = new Remark("time-ends").fact("end", end);
    remark.severity = end.isAfter(now.plus(YEAR))
        ? Severity.WARN.when(!end.isAfter(now.plus(SOON)))
        : Severity.FAIL;
    return remark.say(
        end.isAfter(now)
            ? "the bits of time end on " + day
            : "the bits of time ended on " + day + ": times repeat, or no id is made");
  }

  Remark say(String sentence) {
    says.add(sentence);
    return this;
  }

  /** Raises the severity to at least {@code least}. */
  Remark atLeast(Severity least) {
    severity = severity.compareTo(least) < 0 ? least : severity;
    return this;
  }

  Remark fact(String name, Object value) {
    facts.put(name, value.toString());
    return this;
  }

  /** The topic, for people and programs: {@code looks-like}, {@code clock}. */
  public String topic() {
    return topic;
  }

  /** The severity. */
  public Severity severity() {
    return severity;
  }

  /** Sentences, the most important first. */
  public List<String> says() {
    return Collections.unmodifiableList(says);
  }

  /** The facts for programs, under lower-case hyphenated names. */
  public Map<String, String> facts() {
    return Collections.unmodifiableMap(facts);
  }
}
