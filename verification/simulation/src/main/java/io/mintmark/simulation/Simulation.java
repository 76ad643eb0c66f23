package io.mintmark.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Runs worlds, and tells of a failure as briefly as it can be told. */
public final class Simulation {

  /** Worlds that are tried in telling a failure with fewer faults. */
  private static final int MAX_ATTEMPTS = 300;

  /** Held here, as the JDK keeps loggers weakly: each failover would warn of itself. */
  private static final Logger LOG = Logger.getLogger("io.mintmark");

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
    World.Result result = new World(settings).run();
    tally.add(result);
    Throwable violation = result.violation();
    return violation == null ? Optional.empty() : Optional.of(story(settings, violation));
  }

  /**
   * Runs the world of a seed, and tells no story.
   *
   * @param seed any number
   * @return whether all was as it should be
   */
  public boolean holds(long seed) {
    World.Result result = new World(WorldSettings.of(seed)).run();
    tally.add(result);
    return result.violation() == null;
  }

  /**
   * Tells what the worlds so far have shown.
   *
   * @return text of several lines
   */
  public String summary() {
    return tally.toString();
  }

  /** Leaves out what the failure does not need, the half, then quarters, down to single faults. */
  private static String story(WorldSettings settings, Throwable violation) {
    List<PlannedFault> needed = settings.faults();
    Throwable shown = violation;
    int attempts = 0;
    for (int part = Math.max(1, needed.size() / 2); part > 0; part /= 2) {
      for (int from = 0; from < needed.size() && attempts < MAX_ATTEMPTS; attempts++) {
        List<PlannedFault> fewer = new ArrayList<>(needed);
        fewer.subList(from, Math.min(from + part, needed.size())).clear();
        Throwable other = new World(settings.withFaults(fewer)).run().violation();
        if (other != null && kind(other).equals(kind(violation))) {
          needed = fewer;
          shown = other;
        } else {
          from += part;
        }
      }
    }
    StringBuilder story = new StringBuilder("seed ").append(settings.seed()).append(": ");
    story.append(shown).append('\n').append(settings.withFaults(List.of())).append('\n');
    story.append(needed.size()).append(" of ").append(settings.faults().size());
    story.append(" planned faults are enough:\n");
    needed.forEach(fault -> story.append("  ").append(fault).append('\n'));
    for (StackTraceElement element : shown.getStackTrace()) {
      story.append("    ").append(element).append('\n');
    }
    return story.toString();
  }

  /** What went wrong, without the values. */
  private static String kind(Throwable violation) {
    return String.valueOf(violation.getMessage()).replaceFirst("[:;].*", "");
  }
}
