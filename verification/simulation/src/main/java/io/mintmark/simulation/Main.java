package io.mintmark.simulation;

import java.util.concurrent.TimeUnit;

/**
 * Runs worlds from the command line: {@code FIRST_SEED [HOW_MANY]}, or {@code FIRST_SEED --ids
 * HOW_MANY} until so many ids are made.
 */
public final class Main {

  /** In a long run, how often it is said what was seen so far. */
  private static final long REPORT_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final Simulation simulation = new Simulation();
  private final long beganNanos = System.nanoTime();
  private long reportedNanos = beganNanos;
  private long failed;

  private Main() {}

  /**
   * Runs worlds, and ends with status 1 if something was seen that should not have been.
   *
   * @param args the first seed, and how many seeds, one if nothing is said; or {@code --ids} and
   *     how many ids
   */
  public static void main(String[] args) {
    long first = Long.parseLong(args[0]);
    Main run = new Main();
    if (args.length > 2 && args[1].equals("--ids")) {
      run.untilSoManyIds(first, Long.parseLong(args[2]));
    } else {
      run.worlds(first, args.length > 1 ? Long.parseLong(args[1]) : 1);
    }
    run.report();
    System.exit(run.failed == 0 ? 0 : 1);
  }

  private void worlds(long first, long many) {
    for (long seed = first; seed < first + many; seed++) {
      world(seed);
    }
  }

  private void untilSoManyIds(long first, long ids) {
    for (long seed = first; simulation.ids() < ids; seed++) {
      world(seed);
      if (System.nanoTime() - reportedNanos > REPORT_NANOS) {
        System.out.println("seeds " + first + " to " + seed + ":");
        report();
      }
    }
  }

  private void world(long seed) {
    String story = simulation.run(seed).orElse("");
    failed += story.isEmpty() ? 0 : 1;
    System.out.print(story);
  }

  private void report() {
    reportedNanos = System.nanoTime();
    long tookMs = Math.max(1, TimeUnit.NANOSECONDS.toMillis(reportedNanos - beganNanos));
    System.out.println(simulation.summary());
    System.out.println("failed=" + failed + " tookMs=" + tookMs + " idsPerSecond="
        + simulation.ids() * 1_000 / tookMs + " faultsPerSecond="
        + simulation.faults() * 1_000 / tookMs);
  }
}
