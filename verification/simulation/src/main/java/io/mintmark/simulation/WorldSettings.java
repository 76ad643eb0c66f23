package io.mintmark.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * All that a seed decides before a world begins.
 *
 * @param seed what everything is drawn from
 * @param hosts how many processes there are at a time
 * @param subjects the generators, which every process has
 * @param faults what happens, in the order of its time
 * @param faultyNanos how long something can happen
 * @param lengthNanos how long the world is looked at; nothing happens in its last part
 * @param claimTimeout the deadline of each call
 * @param storeTimeout the deadline of each call to the store
 * @param forgets whether the engine can lose what it has acknowledged
 * @param hasClock whether the engine tells its time
 * @param callGapNanos how long it is between two calls for one generator in one process, about
 */
record WorldSettings(
    long seed,
    int hosts,
    List<Subject> subjects,
    List<PlannedFault> faults,
    long faultyNanos,
    long lengthNanos,
    Duration claimTimeout,
    Duration storeTimeout,
    boolean forgets,
    boolean hasClock,
    long callGapNanos) {

  private static final long SECOND = 1_000_000_000;

  /** How far a clock steps at most. */
  static final long MAX_STEP_NANOS = 10 * SECOND;

  /** By how much an engine's clock may go back that takes the place of another's, and more. */
  private static final long MAX_ENGINE_STEP_NANOS = 2 * SECOND;

  /** After the last fault: windows run out, clocks come to lines that are ahead of them. */
  private static final long CALM_NANOS = 60 * SECOND;

  private static final List<CallFault> CALL_FAULTS =
      List.copyOf(EnumSet.complementOf(EnumSet.of(CallFault.NONE)));

  /** Draws a world. */
  static WorldSettings of(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    boolean forgets = random.nextInt(3) == 0;
    boolean hasClock = forgets || random.nextInt(4) > 0;
    int hosts = 1 + random.nextInt(random.nextInt(8) == 0 ? 40 : 8);
    long faultyNanos = SECOND * (10 + random.nextInt(30));
    List<Subject> subjects = new ArrayList<>();
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      subjects.add(Subject.draw("s" + i, random));
    }
    return new WorldSettings(
        seed,
        hosts,
        subjects,
        faults(random, hosts, faultyNanos),
        faultyNanos,
        faultyNanos + CALM_NANOS,
        Duration.ofMillis(300 + random.nextInt(5_000)),
        Duration.ofMillis(200 + random.nextInt(5_000)),
        forgets,
        hasClock,
        hosts * (1_000_000L << random.nextInt(6)));
  }

  /** Returns the same world with other faults. */
  WorldSettings withFaults(List<PlannedFault> others) {
    return new WorldSettings(
        seed,
        hosts,
        subjects,
        others,
        faultyNanos,
        lengthNanos,
        claimTimeout,
        storeTimeout,
        forgets,
        hasClock,
        callGapNanos);
  }

  private static List<PlannedFault> faults(SplittableRandom random, int hosts, long faultyNanos) {
    int count = 1 + random.nextInt(1 << (3 + random.nextInt(8)));
    List<PlannedFault> faults = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      FaultKind kind = FaultKind.draw(random);
      faults.add(new PlannedFault(
          random.nextLong(faultyNanos),
          kind,
          random.nextInt(hosts),
          nanos(kind, random),
          random.nextInt(1 << random.nextInt(7)),
          CALL_FAULTS.get(random.nextInt(CALL_FAULTS.size()))));
    }
    faults.sort(Comparator.comparingLong(PlannedFault::atNanos));
    return faults;
  }

  /** Mostly short, sometimes long; steps of clocks go either way. */
  private static long nanos(FaultKind kind, SplittableRandom random) {
    long longest = TimeUnit.MILLISECONDS.toNanos(1L << random.nextInt(14));
    long nanos = random.nextLong(Math.min(longest, MAX_STEP_NANOS));
    long signed = random.nextBoolean() ? nanos : -nanos;
    return switch (kind) {
      case CLOCK_STEP, CLOCK_DRIFT -> signed;
      case STORE_CLOCK_STEP -> signed % MAX_ENGINE_STEP_NANOS;
      default -> nanos;
    };
  }
}
