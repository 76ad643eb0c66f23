package io.mintmark.simulation;

import java.util.concurrent.TimeUnit;

/**
 * Runs worlds from the command line: {@code FIRST_SEED [HOW_MANY]}, or {@code FIRST_SEED --ids
 * HOW_MANY} until so many ids are made.
 */
public final class Main {

  /** In a long run, how often it is said what was seen so far. */
  private static final long REPORT_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final Tally tally = new Tally();
  private final long first;
  private final long beganNanos = System.nanoTime();
  private long reportedNanos = beganNanos;

  private Main(long first) {
    this.first = first;
  }

  /**
   * Runs worlds, and ends with status 1 if something was seen that should not have been.
   *
   * @param args the first seed, and how many seeds, one if nothing is said; or {@code --ids} and
   *     how many ids
   */
  public static void main(String[] args) {
    Main run = new Main(Long.parseLong(args[0]));
    if (args.length > 2 && args[1].equals("--ids")) {
      run.worlds(Long.MAX_VALUE, Long.parseLong(args[2]));
    } else {
      run.worlds(args.length > 1 ? Long.parseLong(args[1]) : 1, Long.MAX_VALUE);
    }
    run.report();
    System.exit(run.tally.failed() == 0 ? 0 : 1);
  }

  private void worlds(long most, long ids) {
    SideBySide.run(first, most, shown -> {
      tally.add(shown);
      System.out.print(shown.story());
      if (System.nanoTime() - reportedNanos > REPORT_NANOS) {
        System.out.println("seeds " + first + " to " + (first + tally.worlds() - 1) + ":");
        report();
      }
      return tally.ids() < ids;
    });
  }

  private void report() {
    reportedNanos = System.nanoTime();
    long tookMs = Math.max(1, TimeUnit.NANOSECONDS.toMillis(reportedNanos - beganNanos));
    System.out.println(tally);
    System.out.println("failed=" + tally.failed() + " tookMs=" + tookMs + " idsPerSecond="
        + tally.ids() * 1_000 / tookMs + " faultsPerSecond="
        + tally.faults() * 1_000 / tookMs);
  }
}
