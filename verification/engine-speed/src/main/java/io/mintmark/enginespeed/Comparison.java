package io.mintmark.enginespeed;

import static java.util.Objects.requireNonNull;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/** The rounds of one engine, and the table of them. */
final class Comparison {

  /** What the other rows are compared with. */
  static final String SEQUENCE = "**strict sequence**";

  static final String KEY = "**strict key**, of a second";
  static final String DAILY_KEY = "**strict key**, of a day";

  private static final Set<String> OURS = Set.of(SEQUENCE, KEY, DAILY_KEY);

  /** How many times as many numbers as a plain statement we want, of one thread and of many. */
  private static final double ALONE = 0.95;

  private static final double TOGETHER = 10;

  private record Row(String contender, int threads) {}

  private final Map<Row, List<Sample>> samples = new LinkedHashMap<>();

  /** Adds a contender's next round. */
  void add(String contender, int threads, Sample sample) {
    samples
        .computeIfAbsent(new Row(contender, threads), row -> new ArrayList<>())
        .add(sample);
  }

  void print(PrintStream out) {
    out.println("| threads | | numbers a second | p50, us | p99, us | sequence/this | key/this "
        + "| wanted | |");
    out.println("|---|---|---|---|---|---|---|---|---|");
    samples.keySet().forEach(row -> out.println(text(row)));
  }

  private String text(Row row) {
    List<Sample> all = of(row);
    String start = String.format(
        Locale.ROOT,
        "| %d | %s | %,.0f (%,.0f to %,.0f) | %,.0f | %,.0f |",
        row.threads(),
        row.contender(),
        median(all, Sample::perSecond),
        all.stream().mapToDouble(Sample::perSecond).min().orElseThrow(),
        all.stream().mapToDouble(Sample::perSecond).max().orElseThrow(),
        median(all, Sample::p50Micros),
        median(all, Sample::p99Micros));
    if (OURS.contains(row.contender())) {
      return start + " | | | |";
    }
    double wanted = row.threads() == 1 ? ALONE : TOGETHER;
    return start
        + String.format(
            Locale.ROOT,
            " %.2f | %.2f | %s | %s |",
            ratio(SEQUENCE, row),
            ratio(KEY, row),
            row.threads() == 1 ? "0.95" : "10, p99 lower",
            verdict(row, wanted));
  }

  private String verdict(Row row, double wanted) {
    if (ratio(SEQUENCE, row) < wanted) {
      return "missed";
    }
    Row ours = new Row(SEQUENCE, row.threads());
    boolean slower = median(of(ours), Sample::p99Micros) >= median(of(row), Sample::p99Micros);
    return row.threads() > 1 && slower ? "p99 missed" : "met";
  }

  /** The median over the rounds of what ours drew by what another drew in the same round. */
  private double ratio(String ours, Row other) {
    List<Sample> mine = of(new Row(ours, other.threads()));
    List<Sample> theirs = of(other);
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < theirs.size(); i++) {
      ratios.add(mine.get(i).perSecond() / theirs.get(i).perSecond());
    }
    return median(ratios, Double::doubleValue);
  }

  private List<Sample> of(Row row) {
    return requireNonNull(samples.get(row), row.toString());
  }

  private static <T> double median(List<T> all, ToDoubleFunction<T> value) {
    double[] sorted = all.stream().mapToDouble(value).sorted().toArray();
    return sorted[sorted.length / 2];
  }
}
