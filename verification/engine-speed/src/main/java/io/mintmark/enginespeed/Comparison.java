package io.mintmark.enginespeed;

import static java.util.Objects.requireNonNull;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** The rounds of one engine; prints a table of them, and what is less than we want. */
final class Comparison {

  /** What the other rows are compared with. */
  static final String SEQUENCE = "**strict sequence**";

  static final String KEY = "**strict key**, of a second";
  static final String DAILY_KEY = "**strict key**, of a day";

  private static final Set<String> OURS = Set.of(SEQUENCE, KEY, DAILY_KEY);

  /** How many times as many numbers as a plain statement we want, of one thread and of many. */
  private static final double ALONE = 0.95;

  private static final double TOGETHER = 10;

  /** By contender and by number of threads, its rounds. */
  private final Map<String, Map<Integer, List<Sample>>> samples = new LinkedHashMap<>();

  /** Adds a contender's next round. */
  void add(String contender, int threads, Sample sample) {
    samples
        .computeIfAbsent(contender, name -> new TreeMap<>())
        .computeIfAbsent(threads, count -> new ArrayList<>())
        .add(sample);
  }

  void print(PrintStream out) {
    StringBuilder head = new StringBuilder("| |");
    StringBuilder rule = new StringBuilder("|---|");
    for (int threads : rounds(SEQUENCE).keySet()) {
      head.append(threads == 1 ? " 1 thread" : " " + threads + " threads")
          .append(", a second | p50, p99, us | sequence/this |");
      rule.append("---|---|---|");
    }
    out.println(head);
    out.println(rule);
    for (String contender : samples.keySet()) {
      StringBuilder row = new StringBuilder("| " + contender + " |");
      rounds(contender).forEach((threads, all) -> row.append(cells(contender, threads, all)));
      out.println(row);
    }
    out.println();
    List<String> missed = missed();
    out.println(
        missed.isEmpty()
            ? "The sequence is as fast as we want it."
            : "Less than we want: " + String.join("; ", missed) + ".");
  }

  private String cells(String contender, int threads, List<Sample> all) {
    return text(
        " %,.0f (%,.0f to %,.0f) | %,.0f, %,.0f | %s |",
        median(all, Sample::perSecond),
        all.stream().mapToDouble(Sample::perSecond).min().orElseThrow(),
        all.stream().mapToDouble(Sample::perSecond).max().orElseThrow(),
        median(all, Sample::p50Micros),
        median(all, Sample::p99Micros),
        contender.equals(SEQUENCE) ? "" : text("%.2f", ratio(contender, threads)));
  }

  /** Where the sequence is slower than we want beside a plain statement, or its p99 no lower. */
  private List<String> missed() {
    List<String> missed = new ArrayList<>();
    for (String contender : samples.keySet()) {
      if (OURS.contains(contender)) {
        continue;
      }
      rounds(contender).forEach((threads, all) -> {
        double wanted = threads == 1 ? ALONE : TOGETHER;
        double ratio = ratio(contender, threads);
        if (ratio < wanted) {
          missed.add(text(
              "%s, threads=%d, %.2f times instead of %.2f", contender, threads, ratio, wanted));
        }
        double p99 = median(of(SEQUENCE, threads), Sample::p99Micros);
        if (threads > 1 && p99 >= median(all, Sample::p99Micros)) {
          missed.add(text("%s, threads=%d, p99 not lower", contender, threads));
        }
      });
    }
    return missed;
  }

  /** The median over the rounds of what the sequence drew by what another drew in the same one. */
  private double ratio(String other, int threads) {
    List<Sample> ours = of(SEQUENCE, threads);
    List<Sample> theirs = of(other, threads);
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < theirs.size(); i++) {
      ratios.add(ours.get(i).perSecond() / theirs.get(i).perSecond());
    }
    return median(ratios, Double::doubleValue);
  }

  private Map<Integer, List<Sample>> rounds(String contender) {
    return requireNonNull(samples.get(contender), contender);
  }

  private List<Sample> of(String contender, int threads) {
    return requireNonNull(rounds(contender).get(threads), contender);
  }

  private static <T> double median(List<T> all, ToDoubleFunction<T> value) {
    double[] sorted = all.stream().mapToDouble(value).sorted().toArray();
    return sorted[sorted.length / 2];
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
