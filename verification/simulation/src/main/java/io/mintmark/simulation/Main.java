package io.mintmark.simulation;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Runs seeds from the command line: {@code FIRST_SEED [HOW_MANY]}, or {@code FIRST_SEED --ids
 * HOW_MANY} until that many ids are made.
 */
public final class Main {

  /** How often a long run prints its totals. */
  private static final long REPORT_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final Map<String, Long> faults = new TreeMap<>();
  private final Map<String, Long> failures = new TreeMap<>();
  private final long beganNanos = System.nanoTime();
  private long reportedNanos = beganNanos;
  private long runs;
  private long ids;
  private long events;
  private long failed;

  /**
   * Runs seeds, and exits with status 1 if a promise was broken.
   *
   * @param args the first seed, and how many seeds, by default one; or {@code --ids} and how many
   *     ids
   */
  public static void main(String[] args) {
    boolean counts = args.length > 2 && args[1].equals("--ids");
    long last = Long.parseLong(args.length > 1 ? args[args.length - 1] : "1");
    Main totals = new Main();
    totals.run(
        Long.parseLong(args[0]), counts ? Long.MAX_VALUE : last, counts ? last : Long.MAX_VALUE);
    System.exit(totals.failed == 0 ? 0 : 1);
  }

  private void run(long first, long most, long mostIds) {
    Simulation simulation = new Simulation(new Seams());
    for (long seed = first; runs < most && ids < mostIds; seed++) {
      Run.Result result = simulation.run(seed);
      add(result);
      if (result.violation() != null) {
        System.out.print(Trace.of(seed, result.violation(), new Seams()));
      }
      if (System.nanoTime() - reportedNanos > REPORT_NANOS) {
        System.out.println("seeds " + first + " to " + seed + ":");
        report();
      }
    }
    report();
  }

  /** Adds the outcome of a run. */
  void add(Run.Result result) {
    runs++;
    ids += result.ids();
    events += result.events();
    failed += result.violation() == null ? 0 : 1;
    result.faults().forEach((kind, count) -> faults.merge(kind, count, Long::sum));
    result.failures().forEach((kind, count) -> failures.merge(kind, count, Long::sum));
  }

  private void report() {
    reportedNanos = System.nanoTime();
    long tookMs = Math.max(1, TimeUnit.NANOSECONDS.toMillis(reportedNanos - beganNanos));
    long happened = faults.values().stream().mapToLong(Long::longValue).sum();
    System.out.println(this);
    System.out.println("failed=" + failed + " tookMs=" + tookMs + " idsPerSecond="
        + ids * 1_000 / tookMs + " faultsPerSecond=" + happened * 1_000 / tookMs);
  }

  @Override
  public String toString() {
    return "runs=" + runs + " ids=" + ids + " events=" + events + "\nfaults=" + faults
        + "\nrefused calls=" + failures;
  }
}
