package io.mintmark.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * All that a seed decides before a world begins.
 *
 * @param seed what everything is drawn from
 * @param hosts how many processes there are at a time
 * @param absent the numbers of those that never start, as a story does not need them
 * @param subjects the generators, which every process has
 * @param faults what happens, in the order of its time
 * @param faultyNanos how long something can happen
 * @param lengthNanos how long the world is looked at; nothing happens in its last part
 * @param claimTimeout the deadline of each call
 * @param storeTimeout the deadline of each call to the store
 * @param forgets whether the engine can lose what it has acknowledged
 * @param hasClock whether the engine tells its time
 * @param callGapNanos how long it is between two calls for one generator in one process, about
 * @param mostIds what a call asks for at most
 * @param waits whether some calls wait in threads of their own
 * @param rolls whether processes differ in settings in which they may, and some come that may not
 * @param moves whether the lines are moved to another store
 * @param oneShots whether half of the processes claim no more than each call asks for
 * @param wantsMore whether more ids are wanted than slow generators can make
 */
record WorldSettings(
    long seed,
    int hosts,
    Set<Integer> absent,
    List<Subject> subjects,
    List<PlannedFault> faults,
    long faultyNanos,
    long lengthNanos,
    Duration claimTimeout,
    Duration storeTimeout,
    boolean forgets,
    boolean hasClock,
    long callGapNanos,
    int mostIds,
    boolean waits,
    boolean rolls,
    boolean moves,
    boolean oneShots,
    boolean wantsMore) {

  /** From so many places lines are moved, where they are; these come after the hosts. */
  static final int MOVERS = 2;

  /** A generator that makes fewer is slow: callers can want more without making too many ids. */
  private static final long SLOW_PER_SECOND = 4_000;

  /** Where more is wanted than slow generators can make, it is so many times as much. */
  private static final int WANTED_TIMES = 8;

  private static final long SECOND = 1_000_000_000;

  /** One world in so many has a crowd of processes: it takes as long as dozens of others. */
  private static final int WORLDS_A_CROWD = 200;

  /** Each generator is called some times after the last fault. */
  private static final long MOST_GAP_NANOS = 8 * SECOND;

  private static final int CROWD = 190;

  private static final long MOST_FAULTY_OF_CROWD_NANOS = 8 * SECOND;

  /**
   * How many generators all processes of a crowd have at most, if each has more than one kind.
   * Threads wait in many of them at a time, and the more there are the longer it takes to wake one:
   * with few processors, Linux from 6.17 on looks through a sixteenth of all.
   */
  private static final int MOST_GENERATORS_OF_CROWD = 3_000;

  /** What a call asks for at most where calls are small; elsewhere it is up to 64 times as many. */
  private static final int FEW_IDS = 100;

  /** After the last fault: windows run out, clocks come to lines that are ahead of them. */
  private static final long CALM_NANOS = 60 * SECOND;

  /** The longest window, and the longest call. */
  private static final long SETTLING_NANOS = 16 * SECOND;

  /** Draws a world. */
  static WorldSettings of(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    boolean forgets = random.nextInt(3) == 0;
    boolean crowded = Math.floorMod(seed, WORLDS_A_CROWD) == CROWD;
    boolean forgetsOften = forgets && random.nextBoolean() && !crowded;
    boolean hasClock = forgets || random.nextInt(4) > 0;
    int few =
        forgetsOften ? 2 + random.nextInt(3) : 1 + random.nextInt(random.nextInt(8) == 0 ? 40 : 8);
    int hosts = crowded ? crowd(seed) : few;
    long mostNanos = crowded ? MOST_FAULTY_OF_CROWD_NANOS : Long.MAX_VALUE;
    long faultyNanos = Math.min(mostNanos, SECOND * (forgetsOften ? 120 : 10 + random.nextInt(30)));
    List<Subject> subjects = subjects(forgetsOften, random);
    List<PlannedFault> faults =
        new FaultPlan(random, hosts, faultyNanos, hasClock, forgetsOften).draw();
    SplittableRandom more = new SplittableRandom(Long.reverse(seed));
    boolean waits = !forgetsOften && more.nextInt(3) == 0;
    if (waits) {
      FaultPlan.addInterrupts(faults, hosts, faultyNanos, more);
    }
    SplittableRandom last = new SplittableRandom(~Long.reverse(seed));
    if (!forgetsOften) {
      addMore(subjects, more);
      addSecretsAndUuids(subjects, last);
    }
    if (forgetsOften && last.nextBoolean()) {
      FaultPlan.addLosses(faults, hosts, faultyNanos, last);
    }
    if (!forgetsOften && last.nextInt(4) == 0) {
      FaultPlan.addLastOutage(faults, faultyNanos, last);
    }
    boolean moves = !forgets && last.nextInt(6) == 0;
    if (moves) {
      FaultPlan.addMoves(faults, hosts, faultyNanos, last);
    }
    boolean wantsMore = !forgetsOften && !crowded && last.nextInt(5) == 0;
    if (wantsMore) {
      addSlow(subjects, waits, last);
    }
    if (waits) {
      addSlices(subjects, last);
    }
    if (!forgetsOften) {
      addClockTroubles(subjects, faults, hosts, hasClock, new SplittableRandom(seed * 31 + 7));
    }
    boolean oneShots = addEnds(
        subjects,
        faults,
        forgetsOften,
        !forgets && !moves,
        new SplittableRandom(~seed ^ Long.reverse(seed)));
    return new WorldSettings(
        seed,
        hosts,
        Set.of(),
        firstOf(subjects, hosts),
        faults,
        faultyNanos,
        faultyNanos + CALM_NANOS,
        Duration.ofMillis(300 + random.nextInt(5_000)),
        Duration.ofMillis(200 + random.nextInt(5_000)),
        forgets,
        hasClock,
        gapNanos(crowded ? 8 * hosts : hosts, forgetsOften, wantsMore, random),
        FEW_IDS << Math.max(0, random.nextInt(9) - 2),
        waits,
        !forgetsOften && random.nextInt(3) == 0,
        moves,
        oneShots,
        wantsMore);
  }

  private static void addClockTroubles(
      List<Subject> subjects,
      List<PlannedFault> faults,
      int hosts,
      boolean hasClock,
      SplittableRandom random) {
    if (random.nextInt(4) == 0 && subjects.stream().allMatch(Subject::bearsLeaps)) {
      FaultPlan.addClockTroubles(faults, hosts, hasClock, random);
    }
  }

  /**
   * Has processes end in order, the year's summer time end, and the store go back under them, each
   * in some worlds; tells whether processes end with their first ids.
   */
  private static boolean addEnds(
      List<Subject> subjects,
      List<PlannedFault> faults,
      boolean forgetsOften,
      boolean mayGoBack,
      SplittableRandom random) {
    if (random.nextBoolean()) {
      FaultPlan.endInOrder(faults, random);
    }
    if (!forgetsOften && random.nextInt(12) == 0) {
      subjects.add(Keys.inAutumn("a", random));
    }
    boolean oneShots = random.nextInt(8) == 0;
    if (mayGoBack && random.nextInt(6) == 0) {
      FaultPlan.goBack(faults, random);
      subjects.removeIf(each -> each.generators() > 1 && each.scope() == Subject.Scope.STORE);
    }
    if (subjects.isEmpty()) {
      subjects.add(Subject.draw("b", random));
    }
    return oneShots;
  }

  private static List<Subject> subjects(boolean contested, SplittableRandom random) {
    List<Subject> subjects = new ArrayList<>();
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      subjects.add(
          contested ? Snowflakes.contested("s" + i, random) : Subject.draw("s" + i, random));
    }
    return subjects;
  }

  /** How long a generator waits between two calls at most. */
  private static long gapNanos(
      int hosts, boolean forgetsOften, boolean wantsMore, SplittableRandom random) {
    int shift = forgetsOften ? 8 : random.nextInt(6) / (wantsMore ? 6 : 1);
    return Math.min(MOST_GAP_NANOS, hosts * (3_000_000L << shift));
  }

  /** Hundreds of processes, now and then thousands. */
  private static int crowd(long seed) {
    SplittableRandom random = new SplittableRandom(~seed);
    return 200 + random.nextInt(random.nextInt(4) == 0 ? 1_800 : 200);
  }

  /** All, but of a large crowd only the first ones: with some hundred processes there are all. */
  private static List<Subject> firstOf(List<Subject> subjects, int hosts) {
    int count = subjects.size();
    while (count > 1
        && hosts * subjects.stream().limit(count).mapToInt(Subject::generators).sum()
            > MOST_GENERATORS_OF_CROWD) {
      count--;
    }
    return subjects.subList(0, count);
  }

  /** In some worlds there are generators that need no store, or two of one kind in a process. */
  private static void addMore(List<Subject> subjects, SplittableRandom random) {
    if (random.nextInt(3) == 0) {
      subjects.replaceAll(Subject::twice);
    }
    if (random.nextInt(4) == 0) {
      Subject free =
          random.nextBoolean() ? ObjectIds.named("o") : new Uuids("u", 1, random.nextBoolean());
      subjects.add(random.nextBoolean() ? free.twice() : free);
    }
    if (random.nextBoolean()) {
      subjects.replaceAll(subject -> subject.served(random));
    }
  }

  /** Some sequences are opaque, and some worlds have UUIDs without order or with a node. */
  private static void addSecretsAndUuids(List<Subject> subjects, SplittableRandom random) {
    subjects.replaceAll(each -> each instanceof Numbers plain && random.nextInt(3) == 0
        ? plain.hidden(Numbers.Secret.draw(random))
        : each);
    if (random.nextInt(8) == 0) {
      subjects.add(Numbers.draw("h", random).hidden(Numbers.Secret.draw(random)));
    }
    if (random.nextInt(5) == 0) {
      Subject free = random.nextInt(3) == 0 ? RandomUuids.named("v") : NodeUuids.draw("v", random);
      subjects.add(random.nextBoolean() ? free.twice() : free);
    }
  }

  /** Generators that can make fewer ids than are wanted. */
  private static void addSlow(List<Subject> subjects, boolean waits, SplittableRandom random) {
    if (waits || random.nextBoolean()) {
      subjects.add(Keys.carrying("c", random));
    }
    if (random.nextBoolean()) {
      subjects.add(Snowflakes.ofLongTicks("l", random));
    }
  }

  /** In some worlds threads take ids of their own. */
  private static void addSlices(List<Subject> subjects, SplittableRandom random) {
    if (random.nextInt(3) == 0) {
      subjects.add(
          random.nextBoolean()
              ? Numbers.ofThreads("t", random)
              : Snowflakes.ofThreads("t", random));
    }
  }

  /** How many times as many ids are wanted of a generator as it can make. */
  int timesWanted(Subject subject) {
    return wantsMore && subject.idsPerSecond() < SLOW_PER_SECOND ? WANTED_TIMES : 1;
  }

  /** How many processes there are, without those that never start. */
  long present() {
    return (long) hosts - absent.size();
  }

  /** When what was claimed before the last fault has run out. */
  long settledNanos() {
    return faultyNanos + SETTLING_NANOS;
  }

  /** Returns the same world without some of what is in it. */
  WorldSettings with(Set<Integer> absent, List<Subject> subjects, List<PlannedFault> faults) {
    return new WorldSettings(
        seed,
        hosts,
        absent,
        subjects,
        faults,
        faultyNanos,
        lengthNanos,
        claimTimeout,
        storeTimeout,
        forgets,
        hasClock,
        callGapNanos,
        mostIds,
        waits,
        rolls,
        moves,
        oneShots,
        wantsMore);
  }
}
