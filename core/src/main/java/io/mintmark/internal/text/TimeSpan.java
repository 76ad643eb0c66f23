package io.mintmark.internal.text;

import io.mintmark.error.Message;
import java.time.Instant;
import java.util.Objects;

/** Checks the time span of a range of ids. */
public final class TimeSpan {

  private TimeSpan() {}

  /**
   * Throws if a span is reversed.
   *
   * @param from the span's start
   * @param to the span's end, exclusive
   * @throws IllegalArgumentException if the span ends before it starts
   */
  public static void check(Instant from, Instant to) {
    Objects.requireNonNull(from, "from");
    Objects.requireNonNull(to, "to");
    if (to.isBefore(from)) {
      throw new IllegalArgumentException(
          Message.of("the span ends before it starts: from={}, to={}", from, to));
    }
  }
}
