package io.mintmark.benchmarks;

import static java.util.Objects.requireNonNull;

import java.io.PrintStream;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.util.Statistics;

/** A table of operations a second, with a row for each benchmark and columns for its threads. */
final class SpeedTable {

  /** The benchmark of each group that the others are compared with. */
  private static final String OURS = ".mintmark";

  private static final String GARBAGE = "gc.alloc.rate.norm";

  /** By the benchmark's name and the number of threads; what failed is not there. */
  private final Map<String, Map<Integer, RunResult>> byName = new LinkedHashMap<>();

  private final List<Integer> threads;

  /** Makes a table that has columns for each of some numbers of threads, in their order. */
  SpeedTable(List<Integer> threads) {
    this.threads = List.copyOf(threads);
  }

  /** Adds the results of some number of threads. */
  void add(Collection<RunResult> results) {
    for (RunResult result : results) {
      byName
          .computeIfAbsent(result.getParams().getBenchmark(), name -> new HashMap<>())
          .put(result.getParams().getThreads(), result);
    }
  }

  void print(PrintStream out, boolean virtual) {
    out.printf("%nMillion operations a second, mean (lowest to highest iteration);%n");
    out.printf("ours/theirs compares with the group's line of Mintmark; B/op is garbage.%n%n");
    StringBuilder head = new StringBuilder("| what |");
    StringBuilder rule = new StringBuilder("|---|");
    for (int count : threads) {
      String kind = virtual ? "virtual thread" : "thread";
      head.append(" %d %s%s | ours/theirs |".formatted(count, kind, count == 1 ? "" : "s"));
      rule.append("---|---|");
    }
    out.println(head.append(" B/op |"));
    out.println(rule.append("---|"));
    for (String name : oursFirst(byName.keySet())) {
      out.println(row(name));
    }
  }

  private String row(String name) {
    Map<Integer, RunResult> results = requireNonNull(byName.get(name));
    Map<Integer, RunResult> ours = byName.getOrDefault(group(name) + OURS, Map.of());
    StringBuilder row = new StringBuilder("| ").append(shortName(name)).append(" |");
    for (int count : threads) {
      RunResult result = results.get(count);
      RunResult our = ours.get(count);
      row.append(' ').append(result == null ? "failed" : speed(result)).append(" | ");
      row.append(result == null || our == null ? "" : text("%.2f ", mean(our) / mean(result)));
      row.append('|');
    }
    return row.append(text(" %.0f |", garbage(results.values()))).toString();
  }

  private static List<String> oursFirst(Collection<String> names) {
    return names.stream()
        .sorted(Comparator.comparing(SpeedTable::group).thenComparing(name -> !name.endsWith(OURS)))
        .toList();
  }

  private static String group(String name) {
    return name.substring(0, name.lastIndexOf('.'));
  }

  private static String shortName(String name) {
    return name.substring(name.lastIndexOf('.', name.lastIndexOf('.') - 1) + 1);
  }

  private static String speed(RunResult result) {
    Statistics all = result.getPrimaryResult().getStatistics();
    String one = all.getMean() < 1e6 ? "%.3f" : "%.1f";
    return text(
        one + " (" + one + " to " + one + ")",
        all.getMean() / 1e6,
        all.getMin() / 1e6,
        all.getMax() / 1e6);
  }

  private static double mean(RunResult result) {
    return result.getPrimaryResult().getScore();
  }

  private static double garbage(Collection<RunResult> results) {
    return results.stream()
        .mapToDouble(result ->
            requireNonNull(result.getSecondaryResults().get(GARBAGE), GARBAGE).getScore())
        .max()
        .orElseThrow();
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
