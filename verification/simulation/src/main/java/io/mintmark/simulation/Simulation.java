package io.mintmark.simulation;

import java.util.logging.Level;
import java.util.logging.Logger;

/** Runs seeds one after another. */
final class Simulation {

  /** Held here, as the JDK keeps loggers weakly: each failover would log a warning. */
  private static final Logger LOG = Logger.getLogger("io.mintmark");

  /** After so many runs the generators of those that have ended are collected. */
  private static final int RUNS_A_COLLECTION = 64;

  private final Seams seams;
  private long runs;

  Simulation(Seams seams) {
    this.seams = seams;
    LOG.setLevel(Level.OFF);
  }

  /**
   * Runs a seed. Each snapshot reads every generator of the JVM, also those of runs that have
   * ended, until they are collected: that took half of all time.
   */
  Run.Result run(long seed) {
    RunSettings settings = RunSettings.of(seed);
    Run.Result result = new Run(settings, settings.all(), seams, null).run();
    if (++runs % RUNS_A_COLLECTION == 0) {
      System.gc();
    }
    return result;
  }
}
