package io.mintmark.cli;

import io.mintmark.error.Message;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParameterException;

/**
 * How many positions to skip on a line (a counter) of a restored store, because they may have been
 * handed out without a trace.
 *
 * @param positions the number of positions
 * @param explanation how the number was computed, if it was
 */
record RestoreMargin(long positions, Optional<String> explanation) {

  private static final long MAX_MARGIN = 1L << 40;

  /**
   * The margin is this many times the computed number of positions, because the peak rate is not
   * known exactly, and skipped positions cost nothing.
   */
  private static final int SAFETY_FACTOR = 2;

  /**
   * Reads the options: a number, or a rate and a start time.
   *
   * @param since a time without an offset is in UTC
   * @throws ParameterException if both are given, if neither is given, or if a value is out of
   *     range
   */
  static RestoreMargin of(
      PrintingCommand command,
      @Nullable Long margin,
      @Nullable Long rate,
      @Nullable String since,
      Instant now) {
    if (margin != null && rate == null && since == null) {
      Usage.range(command.spec(), "--margin", margin, 0, MAX_MARGIN);
      return new RestoreMargin(margin, Optional.empty());
    }
    if (margin != null || rate == null || since == null) {
      throw command.wrongUsage("give either --margin, or --rate and --since; nothing was changed");
    }
    Usage.range(command.spec(), "--rate", rate, 1, MAX_MARGIN);
    Instant begun = command.time("--since", since, ZoneOffset.UTC);
    if (begun.isAfter(now)) {
      throw command.wrongUsage(
          Message.of("the backup is in the future: --since={}, now={}", begun, now));
    }
    long seconds = Duration.between(begun, now).toSeconds() + 1;
    if (seconds > MAX_MARGIN / SAFETY_FACTOR / rate) {
      throw command.wrongUsage(Message.of(
          "the margin is too large: --rate={}, --since={}, seconds={}, most={}; nothing was"
              + " changed",
          rate,
          begun,
          seconds,
          MAX_MARGIN));
    }
    long positions = SAFETY_FACTOR * rate * seconds;
    return new RestoreMargin(
        positions,
        Optional.of(Message.of(
            "The margin is {}: {} ids a second for {} s, times {}.",
            positions,
            rate,
            seconds,
            SAFETY_FACTOR)));
  }
}
