package io.mintmark.simulation;

import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Runs worlds, and tells of a failure as briefly as it can be told. */
public final class Simulation {

  /** Held here, as the JDK keeps loggers weakly: each failover would warn of itself. */
  private static final Logger LOG = Logger.getLogger("io.mintmark");

  /** After so many worlds the generators of those that have ended are collected. */
  private static final int WORLDS_A_COLLECTION = 16;

  private final Tally tally = new Tally();

  /** Makes one that has seen nothing. */
  public Simulation() {
    LOG.setLevel(Level.OFF);
  }

  /**
   * Runs the world of a seed.
   *
   * @param seed any number
   * @return the story of what should not have been seen there; empty if there was nothing
   */
  public Optional<String> run(long seed) {
    WorldSettings settings = WorldSettings.of(seed);
    World.Result result = run(settings);
    Throwable violation = result.violation();
    return violation == null ? Optional.empty() : Optional.of(Story.of(settings, violation));
  }

  /**
   * Runs the world of a seed, and tells no story.
   *
   * @param seed any number
   * @return whether all was as it should be
   */
  public boolean holds(long seed) {
    return run(WorldSettings.of(seed)).violation() == null;
  }

  /**
   * Each snapshot looks at every generator of the JVM, also those of worlds that have ended, until
   * they are collected: that took half of all time.
   */
  private World.Result run(WorldSettings settings) {
    World.Result result = new World(settings).run();
    tally.add(result);
    if (tally.worlds() % WORLDS_A_COLLECTION == 0) {
      System.gc();
    }
    return result;
  }

  /**
   * Counts what the worlds so far have made.
   *
   * @return how many ids
   */
  public long ids() {
    return tally.ids();
  }

  /**
   * Counts what has befallen the worlds so far.
   *
   * @return how many faults of all kinds
   */
  public long faults() {
    return tally.faults();
  }

  /**
   * Tells what the worlds so far have shown.
   *
   * @return text of several lines
   */
  public String summary() {
    return tally.toString();
  }
}
