package io.mintmark.simulation;

import java.util.logging.Level;
import java.util.logging.Logger;

/** Runs seeds one after another. */
final class Simulation {

  /**
   * Referenced here because the JDK holds loggers weakly. Without its level, each failover would
   * log a warning.
   */
  private static final Logger LOG = Logger.getLogger("io.mintmark");

  /** After this many runs, the generators of ended runs are garbage-collected. */
  private static final int RUNS_A_COLLECTION = 64;

  private final Seams seams;
  private long runs;

  Simulation(Seams seams) {
    this.seams = seams;
    LOG.setLevel(Level.OFF);
  }

  /**
   * Runs a seed. Each snapshot visits every generator of the JVM. Generators of ended runs are
   * included until they are collected. Without collections, this took half of the whole time.
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
