package io.mintmark.simulation;

import java.util.function.LongFunction;
import java.util.function.LongPredicate;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Runs worlds, and tells of a failure as briefly as it can be told. */
public final class Simulation implements LongFunction<Shown>, LongPredicate {

  /** Held here, as the JDK keeps loggers weakly: each failover would warn of itself. */
  private static final Logger LOG = Logger.getLogger("io.mintmark");

  /** After so many worlds the generators of those that have ended are collected. */
  private static final int WORLDS_A_COLLECTION = 64;

  private final LongFunction<String> replay;
  private long worlds;

  /** Makes one of the product as it is. */
  public Simulation() {
    this(Simulation::replay);
  }

  /**
   * Makes one.
   *
   * @param replay the command that runs the world of a seed again, for stories
   */
  public Simulation(LongFunction<String> replay) {
    this.replay = replay;
    LOG.setLevel(Level.OFF);
  }

  static String replay(long seed) {
    return "verification/simulation/simulate " + seed + " 1";
  }

  /**
   * Runs the world of a seed.
   *
   * @param seed any number
   * @return what it has shown, with the story of what should not have been seen there
   */
  @Override
  public Shown apply(long seed) {
    WorldSettings settings = WorldSettings.of(seed);
    World.Result result = run(settings);
    Throwable violation = result.violation();
    String story = violation == null ? "" : Story.of(settings, violation, replay.apply(seed));
    return new Shown(
        result.ids(), result.faults(), result.failures(), result.events(), result.digest(), story);
  }

  /**
   * Runs the world of a seed, and tells no story.
   *
   * @param seed any number
   * @return whether all was as it should be
   */
  @Override
  public boolean test(long seed) {
    return run(WorldSettings.of(seed)).violation() == null;
  }

  /**
   * Each snapshot looks at every generator of the JVM, also those of worlds that have ended, until
   * they are collected: that took half of all time.
   */
  private World.Result run(WorldSettings settings) {
    World.Result result = new World(settings).run();
    worlds++;
    if (worlds % WORLDS_A_COLLECTION == 0) {
      System.gc();
    }
    return result;
  }
}
