package io.mintmark.internal.text;

import io.mintmark.error.Message;
import java.time.Instant;
import java.util.Objects;

/** Checks the time span of a range of ids. */
public final class TimeSpan {

  private TimeSpan() {}

  /**
   * Refuses a reversed span.
   *
   * @param from the span's start
   * @param to its end, exclusive
   * @throws IllegalArgumentException if it ends before it starts
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
