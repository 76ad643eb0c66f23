package io.mintmark.speed;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * How long a server's answers took at a steady rate, in microseconds.
 *
 * @param p50 of half of them, at most
 * @param p99 of 99 of 100
 * @param p999 of 999 of 1,000
 * @param usualP99 of 99 of 100 in the median tenth of a second
 */
record AnswerTimes(double p50, double p99, double p999, double usualP99) {

  private static final double NANOS_A_MICRO = 1e3;

  /** Has the client ask, which prints four numbers of nanoseconds. */
  static AnswerTimes of(Path client, String url, double perSecond, int seconds) {
    URI server = URI.create(url);
    String[] nanos = Program.run(List.of(
            client.toString(),
            Integer.toString(server.getPort()),
            server.getPath(),
            String.format(Locale.ROOT, "%.0f", perSecond),
            Integer.toString(seconds)))
        .strip()
        .split(" ", -1);
    return new AnswerTimes(micros(nanos[0]), micros(nanos[1]), micros(nanos[2]), micros(nanos[3]));
  }

  private static double micros(String nanos) {
    return Long.parseLong(nanos) / NANOS_A_MICRO;
  }
}
