package io.mintmark.cli.check;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** Times and amounts in sentences. */
final class Spans {

  private static final long MINUTE_MS = 60_000;
  private static final long DAY_MS = 86_400_000;
  private static final int GROUPED = 10_000;

  private Spans() {}

  /** For example {@code 4.2 s}, {@code 3 min}, {@code 2.5 days}. */
  static String of(long ms) {
    if (ms < MINUTE_MS) {
      return String.format(Locale.ROOT, "%.1f s", ms / 1e3);
    }
    return ms < 2 * DAY_MS
        ? String.format(Locale.ROOT, "%,d min", ms / MINUTE_MS)
        : String.format(Locale.ROOT, "%,.1f days", (double) ms / DAY_MS);
  }

  /** A moment to the second. */
  static String time(long epochMs) {
    return Instant.ofEpochMilli(epochMs).truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** The day of a moment; years beyond 9999 alone. */
  static String day(Instant moment) {
    String text = moment.toString();
    return text.substring(0, text.indexOf('T'));
  }

  /** With commas from five digits on. */
  static String grouped(long number) {
    return Math.abs(number) < GROUPED
        ? Long.toString(number)
        : String.format(Locale.ROOT, "%,d", number);
  }
}
