package io.mintmark.cli.check;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What was seen of one thing.
 *
 * @param topic the thing, for people and programs: {@code looks-like}, {@code workers}
 * @param severity how bad it is
 * @param says sentences, the most important first
 * @param facts the same for programs, by lower-case hyphenated names
 */
public record Remark(
    String topic, Severity severity, List<String> says, Map<String, String> facts) {

  /** A remark while it is put together. */
  static final class Draft {

    private final String topic;
    private final List<String> says = new ArrayList<>();
    private final Map<String, String> facts = new LinkedHashMap<>();
    private Severity severity = Severity.OK;

    Draft(String topic) {
      this.topic = topic;
    }

    Draft say(String sentence) {
      says.add(sentence);
      return this;
    }

    /** Makes it at least that bad. */
    Draft atLeast(Severity least) {
      severity = severity.compareTo(least) < 0 ? least : severity;
      return this;
    }

    Draft fact(String name, Object value) {
      facts.put(name, value.toString());
      return this;
    }

    Remark remark() {
      return new Remark(topic, severity, List.copyOf(says), Collections.unmodifiableMap(facts));
    }
  }
}
