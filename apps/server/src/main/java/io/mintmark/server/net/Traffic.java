package io.mintmark.server.net;

import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/** The counters of the connections of one port. Thread-safe. */
public final class Traffic {

  private final Map<RequestOutcome, LongAdder> answers = Arrays.stream(RequestOutcome.values())
      .collect(Collectors.toUnmodifiableMap(outcome -> outcome, outcome -> new LongAdder()));
  private final LongAdder refusedBytes = new LongAdder();

  /** Starts from 0. */
  public Traffic() {}

  /** How many answers of an outcome were given. */
  public long answers(RequestOutcome outcome) {
    return of(outcome).sum();
  }

  /** How many bytes came that nothing was made of: for want of memory, or after the last answer. */
  public long refusedBytes() {
    return refusedBytes.sum();
  }

  /** Counts answers of an outcome. */
  public void answered(RequestOutcome outcome, int times) {
    of(outcome).add(times);
  }

  void refused(int bytes) {
    refusedBytes.add(bytes);
  }

  private LongAdder of(RequestOutcome outcome) {
    return Objects.requireNonNull(answers.get(outcome));
  }
}
