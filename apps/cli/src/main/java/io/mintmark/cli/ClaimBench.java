package io.mintmark.cli;

import io.mintmark.Mintmark;
import io.mintmark.json.Json;
import io.mintmark.store.ClaimStore;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Measures how many claims a store answers in a second, on one line and on one a thread. */
final class ClaimBench {

  private static final int[] THREADS = {1, 8, 64};

  /** What the measured lines' names start with; the lines stay, some bytes each. */
  private static final String LINES = "mintmark/bench/";

  private final Bench bench;

  ClaimBench(Bench bench) {
    this.bench = bench;
  }

  /** Claims a second for the given number of threads. */
  record Result(int threads, double oneLine, double lineEach) {}

  List<Result> run(String url) throws InterruptedException {
    List<Result> results = new ArrayList<>();
    try (Mintmark mint = Mintmark.open(url)) {
      // A driver's code takes longer to get warm than what is measured does.
      bench.perSecond(index -> claims(mint.store(), index), 1);
      for (int threads : THREADS) {
        double oneLine = bench.perSecond(index -> claims(mint.store(), 0), threads);
        double lineEach = bench.perSecond(index -> claims(mint.store(), index), threads);
        results.add(new Result(threads, oneLine, lineEach));
      }
    }
    return results;
  }

  private static Bench.Work claims(ClaimStore store, int index) {
    String line = LINES + index;
    return times -> {
      long sum = 0;
      for (int i = 0; i < times; i++) {
        sum ^= store.claim(line, 0, 1);
      }
      return sum;
    };
  }

  static void print(List<Result> results, int millis, PrintWriter out, TextStyle style) {
    Table table = new Table("CLAIMS A SECOND", "ALL ON ONE LINE", "EACH ON ITS OWN").right(1, 2);
    for (Result result : results) {
      String threads = result.threads() == 1 ? " thread" : " threads";
      table.row(result.threads() + threads, figure(result.oneLine()), figure(result.lineEach()));
    }
    table.print(out, style);
    out.println();
    out.println(
        millis + " ms each. A claim is durable before it answers. Generators claim many ids at");
    out.println("once, so this is no limit on ids.");
  }

  static void describe(Json json, Result result) {
    json.put("threads", result.threads())
        .put("perSecondOneLine", Math.round(result.oneLine()))
        .put("perSecondLineEach", Math.round(result.lineEach()));
  }

  private static String figure(double perSecond) {
    return String.format(Locale.ROOT, "%,.0f", perSecond);
  }
}
