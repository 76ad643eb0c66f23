package io.mintmark.example.orders;

import io.mintmark.config.Config;
import io.mintmark.config.KnownKey;
import io.mintmark.key.ParsedKey;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import picocli.CommandLine.Help.Ansi;

/** Prints the example's results to the terminal. */
final class Report {

  private static final int BAR_WIDTH = 40;
  private static final double NANOS_A_SECOND = 1e9;

  private final PrintWriter out;
  private final Ansi ansi;

  Report(PrintWriter out, Ansi ansi) {
    this.out = out;
    this.ansi = ansi;
  }

  void title(String text) {
    out.println();
    out.println(ansi.string("@|bold " + text + "|@"));
  }

  void fact(String format, Object... values) {
    out.println("  " + String.format(Locale.ROOT, format, values));
  }

  void count(String what, long count, long of, long nanos) {
    fact("%,d of %,d %s (%.1f s)", count, of, what, nanos / NANOS_A_SECOND);
  }

  /**
   * Prints each table's number of rows with a bar. The largest table of each kind has a bar of full
   * width.
   */
  void tables(List<Tables.Count> counts) {
    for (Tables.Count count : counts) {
      long fullest = counts.stream()
          .filter(other -> kind(other).equals(kind(count)))
          .mapToLong(Tables.Count::rows)
          .max()
          .orElseThrow();
      fact(
          "%-8s %-10s %,6d  %s",
          count.database(),
          count.table(),
          count.rows(),
          ansi.string("@|cyan " + "█".repeat(bar(count.rows(), fullest)) + "|@"));
    }
  }

  private static String kind(Tables.Count count) {
    return count.table().replaceFirst("_\\d+$", "");
  }

  private static int bar(long rows, long fullest) {
    return Math.toIntExact(rows * BAR_WIDTH / Math.max(fullest, 1));
  }

  /** Prints the facts that an order's key contains. */
  void key(String key) {
    Config config = Config.load(Path.of("mintmark.yaml"));
    KnownKey orders = Objects.requireNonNull(config.generators().get("orders"))
        .settings()
        .knownKey()
        .orElseThrow();
    ParsedKey parsed = orders.format().parseKey(key);
    fact("%s", ansi.string("@|bold " + key + "|@"));
    fact(
        "says: database %d, table %d, layout %d, %s in %s, worker %d, number %d",
        parsed.database().orElseThrow(),
        parsed.table().orElseThrow(),
        parsed.version().orElseThrow(),
        parsed.time().orElseThrow(),
        orders.zone(),
        parsed.worker().orElseThrow(),
        parsed.number());
  }

  void statements(List<String> sent) {
    sent.forEach(statement -> fact("%s", ansi.string("@|faint " + statement + "|@")));
  }
}
