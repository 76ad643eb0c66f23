package io.mintmark.benchmarks;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.util.Statistics;

/**
 * Runs every benchmark, on one thread and on two, and prints one table. An argument chooses
 * benchmarks by a regular expression.
 */
public final class Main {

  private static final int[] THREADS = {1, 2};
  private static final int FORKS = 2;
  private static final int WARMUPS = 2;
  private static final int MEASUREMENTS = 3;
  private static final String GARBAGE = "gc.alloc.rate.norm";

  /** The benchmark of each group that the others are compared with. */
  private static final String OURS = ".mintmark";

  private Main() {}

  public static void main(String[] args) throws RunnerException {
    String chosen = args.length == 0 ? "io\\.mintmark\\.benchmarks\\." : args[0];
    Map<String, List<RunResult>> byName = new LinkedHashMap<>();
    for (int threads : THREADS) {
      for (RunResult result : new Runner(options(chosen, threads)).run()) {
        byName
            .computeIfAbsent(result.getParams().getBenchmark(), name -> new ArrayList<>())
            .add(result);
      }
    }
    print(byName);
  }

  private static Options options(String chosen, int threads) {
    return new OptionsBuilder()
        .include(chosen)
        .mode(Mode.Throughput)
        .threads(threads)
        .forks(FORKS)
        .warmupIterations(WARMUPS)
        .warmupTime(TimeValue.seconds(1))
        .measurementIterations(MEASUREMENTS)
        .measurementTime(TimeValue.seconds(1))
        .addProfiler(GCProfiler.class)
        .build();
  }

  private static void print(Map<String, List<RunResult>> byName) {
    System.out.printf("%nMillion operations a second, mean (lowest to highest iteration);%n");
    System.out.printf(
        "ours/theirs compares with the group's line of Mintmark; B/op is garbage.%n%n");
    System.out.println("| what | 1 thread | ours/theirs | 2 threads | ours/theirs | B/op |");
    System.out.println("|---|---|---|---|---|---|");
    for (String name : oursFirst(byName.keySet())) {
      List<RunResult> results = requireNonNull(byName.get(name));
      List<RunResult> ours = byName.getOrDefault(group(name) + OURS, results);
      StringBuilder row = new StringBuilder("| ").append(shortName(name)).append(" |");
      for (int i = 0; i < results.size(); i++) {
        row.append(' ').append(speed(results.get(i))).append(" | ");
        row.append(String.format("%.2f |", mean(ours.get(i)) / mean(results.get(i))));
      }
      System.out.println(row.append(String.format(" %.0f |", garbage(results))));
    }
  }

  private static List<String> oursFirst(Collection<String> names) {
    return names.stream()
        .sorted(Comparator.comparing(Main::group).thenComparing(name -> !name.endsWith(OURS)))
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
    return String.format(
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
}
