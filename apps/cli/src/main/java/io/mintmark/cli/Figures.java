package io.mintmark.cli;

import java.util.Locale;

/** Numbers as people read them, the same in every country. */
final class Figures {

  private Figures() {}

  /** For example {@code 12,345,678}. */
  static String grouped(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** For example {@code 35.2 M/s}. */
  static String perSecond(long count, long nanos) {
    return String.format(Locale.ROOT, "%.1f M/s", count * 1e3 / Math.max(nanos, 1));
  }
}
