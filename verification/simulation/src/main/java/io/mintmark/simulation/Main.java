package io.mintmark.simulation;

import java.util.concurrent.TimeUnit;

/** Runs worlds from the command line: {@code FIRST_SEED [HOW_MANY]}. */
public final class Main {

  private Main() {}

  /**
   * Runs worlds, and ends with status 1 if something was seen that should not have been.
   *
   * @param args the first seed, and how many seeds, one if nothing is said
   */
  public static void main(String[] args) {
    long first = Long.parseLong(args[0]);
    long many = args.length > 1 ? Long.parseLong(args[1]) : 1;
    Simulation simulation = new Simulation();
    long begin = System.nanoTime();
    int failed = 0;
    for (long seed = first; seed < first + many; seed++) {
      String story = simulation.run(seed).orElse("");
      failed += story.isEmpty() ? 0 : 1;
      System.out.print(story);
    }
    long tookMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
    System.out.println(simulation.summary() + "\nfailed=" + failed + " tookMs=" + tookMs);
    System.exit(failed == 0 ? 0 : 1);
  }
}
