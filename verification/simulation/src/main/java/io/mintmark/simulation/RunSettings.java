package io.mintmark.simulation;

import io.mintmark.error.SettingsDamagedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a seed decides before a run begins.
 *
 * @param seed the seed of all random choices
 * @param hosts how many processes there are at a time
 * @param all all parts of the run
 * @param faultyNanos for how long faults may occur
 * @param claimTimeout the deadline of each call
 * @param storeTimeout the deadline of each call to the store
 * @param forgets whether the engine can lose acknowledged writes
 * @param hasClock whether the engine has a clock
 * @param callGapNanos about how long a process waits between two calls for one generator
 * @param mostIds how many ids a call requests at most
 * @param waits whether some calls wait in threads of their own
 * @param rolls whether processes differ in settings that may differ, and some processes first try
 *     settings that must not differ
 * @param moves whether the lines are moved to another store
 * @param oneShots whether half of the processes claim only the positions that each call requests
 * @param wantsMore whether callers request more ids than slow generators can make
 * @param answerMs the duration of a call to the store in milliseconds, in runs with rare calls
 *     ({@link RareCalls}); 0 in other runs
 * @param mixes whether two groups of processes have different settings under each name
 */
record RunSettings(
    long seed,
    int hosts,
    Parts all,
    long faultyNanos,
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
    boolean wantsMore,
    int answerMs,
    boolean mixes) {

  /** How many hosts move lines, if lines are moved. They follow the other hosts. */
  static final int MOVERS = 2;

  /**
   * A generator that can make fewer ids than this in a second counts as slow: callers can request
   * more than it can make, and the run still does not have too many ids.
   */
  private static final long SLOW_PER_SECOND = 4_000;

  /** In some runs, callers request this many times as many ids as slow generators can make. */
  private static final int WANTED_TIMES = 8;

  private static final long SECOND = 1_000_000_000;

  /** One run in this many has hundreds of processes. It takes as long as dozens of other runs. */
  private static final int RUNS_WITH_MANY = 200;

  private static final int FIRST_WITH_MANY = 190;

  /** Of this many runs, one has rare calls, and one has processes with different settings. */
  private static final int RUNS_OF_A_KIND = 10;

  private static final int FIRST_WITH_RARE_CALLS = 5;

  private static final int FIRST_MIXED = 9;

  private static final long MOST_FAULTY_OF_MANY_NANOS = 8 * SECOND;

  /**
   * How many generators hundreds of processes have at most, if each has more than one kind. Threads
   * wait in many generators at a time, and waking a thread takes longer the more there are.
   */
  private static final int MOST_GENERATORS = 3_000;

  /** Short enough that each generator is called several times after the last fault. */
  private static final long MOST_GAP_NANOS = 8 * SECOND;

  /**
   * How many ids a call requests at most in some runs. In others it may be up to 64 times as many.
   */
  private static final int FEW_IDS = 100;

  private static final Duration LONGEST_CALL = Duration.ofSeconds(8);

  private static final List<Integer> ANSWERS_MS = List.of(1, 20, 500);

  /**
   * The time after the last fault, in which windows run out and clocks reach lines that are ahead
   * of them.
   */
  private static final long CALM_NANOS = 60 * SECOND;

  /** Longer than the longest window, and longer than the longest call. */
  private static final long SETTLING_NANOS = 16 * SECOND;

  /**
   * The parts of a run that can be left out one by one.
   *
   * @param hosts the numbers of the processes that start
   * @param subjects the generators, which every process has
   * @param faults the faults, in the order of their times
   */
  record Parts(List<Integer> hosts, List<Subject> subjects, List<PlannedFault> faults) {

    int size() {
      return hosts.size() + subjects.size() + faults.size();
    }
  }

  /** Draws a run. */
  static RunSettings of(long seed) {
    return switch (Math.floorMod(seed, RUNS_OF_A_KIND)) {
      case FIRST_WITH_RARE_CALLS -> ofRareCalls(seed);
      case FIRST_MIXED -> ofMixedSettings(seed);
      default -> ofManyFaults(seed);
    };
  }

  /**
   * Draws a run with rare calls: callers make at most one id per window, the store may be slow, and
   * clocks step.
   */
  private static RunSettings ofRareCalls(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int hosts = 1 + random.nextInt(3);
    boolean hasClock = random.nextInt(4) > 0;
    long faultyNanos = SECOND * (200 + random.nextInt(400));
    // Several processes would use up the few worker numbers of keys, because each step may cost a
    // number.
    Subject second = hosts == 1
        ? KeySubject.ofRareCalls("k", random)
        : SnowflakeSubject.ofRareCalls("t", random);
    List<Subject> subjects = List.of(SnowflakeSubject.ofRareCalls("s", random), second);
    FaultPlan plan = new FaultPlan(hosts, faultyNanos, hasClock, false);
    plan.stepClocks(random);
    return new RunSettings(
        seed,
        hosts,
        new Parts(IntStream.range(0, hosts).boxed().toList(), subjects, plan.faults),
        faultyNanos,
        LONGEST_CALL,
        LONGEST_CALL,
        hasClock && random.nextInt(3) == 0,
        hasClock,
        3 * Subject.LONGEST_WINDOW.toNanos() / 2,
        1,
        random.nextBoolean(),
        false,
        false,
        false,
        false,
        ANSWERS_MS.get(random.nextInt(ANSWERS_MS.size())),
        false);
  }

  /**
   * Draws a run where two groups of processes have different settings. The engine repeatedly
   * forgets all or some lines, and processes stop, or request few ids.
   */
  private static RunSettings ofMixedSettings(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int hosts = 2 + random.nextInt(3);
    long faultyNanos = 120 * SECOND;
    List<Subject> subjects =
        List.of(SnowflakeSubject.mixed("s", random), KeySubject.mixed("k", random));
    FaultPlan plan = new FaultPlan(hosts, faultyNanos, true, true);
    plan.draw(random);
    addIf(random.nextBoolean(), plan::addLosses, random);
    plan.loseSome(random);
    return new RunSettings(
        seed,
        hosts,
        new Parts(IntStream.range(0, hosts).boxed().toList(), subjects, plan.faults),
        faultyNanos,
        LONGEST_CALL,
        LONGEST_CALL,
        true,
        true,
        gapNanos(hosts, true, false, random),
        FEW_IDS,
        false,
        false,
        false,
        false,
        false,
        0,
        true);
  }

  private static RunSettings ofManyFaults(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    boolean forgets = random.nextInt(3) == 0;
    boolean many = Math.floorMod(seed, RUNS_WITH_MANY) == FIRST_WITH_MANY;
    boolean forgetsOften = forgets && random.nextBoolean() && !many;
    boolean hasClock = forgets || random.nextInt(4) > 0;
    int few =
        forgetsOften ? 2 + random.nextInt(3) : 1 + random.nextInt(random.nextInt(8) == 0 ? 40 : 8);
    int hosts = many ? manyHosts(seed) : few;
    long mostNanos = many ? MOST_FAULTY_OF_MANY_NANOS : Long.MAX_VALUE;
    long faultyNanos = Math.min(mostNanos, SECOND * (forgetsOften ? 120 : 10 + random.nextInt(30)));
    List<Subject> subjects = subjects(forgetsOften, random);
    FaultPlan plan = new FaultPlan(hosts, faultyNanos, hasClock, forgetsOften);
    plan.draw(random);
    SplittableRandom more = new SplittableRandom(Long.reverse(seed));
    boolean waits = !forgetsOften && more.nextInt(3) == 0;
    addIf(waits, plan::addInterrupts, more);
    SplittableRandom last = new SplittableRandom(~Long.reverse(seed));
    if (!forgetsOften) {
      addMore(subjects, more);
      addSecretsAndUuids(subjects, last);
    }
    addIf(forgetsOften && last.nextBoolean(), plan::addLosses, last);
    addIf(!forgetsOften && last.nextInt(4) == 0, plan::addLastOutage, last);
    boolean moves = !forgets && last.nextInt(6) == 0;
    addIf(moves, plan::addMoves, last);
    boolean wantsMore = !forgetsOften && !many && last.nextInt(5) == 0;
    if (wantsMore) {
      addSlow(subjects, waits, last);
    }
    if (waits) {
      addSlices(subjects, last);
    }
    SplittableRandom clocks = new SplittableRandom(seed * 31 + 7);
    boolean troubles = !forgetsOften && clocks.nextInt(4) == 0;
    addIf(
        troubles && subjects.stream().allMatch(each -> each.bearsLeaps),
        plan::addClockTroubles,
        clocks);
    SplittableRandom ends = new SplittableRandom(~seed ^ Long.reverse(seed));
    boolean oneShots = addEnds(subjects, plan, forgetsOften, !forgets && !moves, ends);
    List<Integer> present = IntStream.range(0, hosts).boxed().toList();
    return new RunSettings(
        seed,
        hosts,
        new Parts(present, firstOf(subjects, hosts), plan.faults),
        faultyNanos,
        Duration.ofMillis(300 + random.nextInt(5_000)),
        Duration.ofMillis(200 + random.nextInt(5_000)),
        forgets,
        hasClock,
        gapNanos(many ? 8 * hosts : hosts, forgetsOften, wantsMore, random),
        FEW_IDS << Math.max(0, random.nextInt(9) - 2),
        waits,
        !forgetsOften && random.nextInt(3) == 0,
        moves,
        oneShots,
        wantsMore,
        0,
        false);
  }

  private static void addIf(
      boolean adds, Consumer<SplittableRandom> faults, SplittableRandom random) {
    if (adds) {
      faults.accept(random);
    }
  }

  private static List<Subject> subjects(boolean contested, SplittableRandom random) {
    List<Subject> subjects = new ArrayList<>();
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      subjects.add(
          contested ? SnowflakeSubject.contested("s" + i, random) : ofAnyKind("s" + i, random));
    }
    return subjects;
  }

  private static Subject ofAnyKind(String name, SplittableRandom random) {
    return switch (random.nextInt(6)) {
      case 0, 1 -> SnowflakeSubject.draw(name, random);
      case 2 -> SequenceSubject.draw(name, random);
      case 3 -> SequenceSubject.cycle(name, random);
      default -> KeySubject.draw(name, random);
    };
  }

  /**
   * In some runs, adds generators that need no store, or gives each process two generators of one
   * kind.
   */
  private static void addMore(List<Subject> subjects, SplittableRandom random) {
    if (random.nextInt(3) == 0) {
      subjects.replaceAll(Subject::twice);
    }
    if (random.nextInt(4) == 0) {
      Subject free = random.nextBoolean()
          ? StorelessSubject.of("o", StorelessSubject.Kind.OBJECT_ID)
          : StorelessSubject.of(
              "u",
              random.nextBoolean() ? StorelessSubject.Kind.TYPE_ID : StorelessSubject.Kind.UUID_7);
      subjects.add(random.nextBoolean() ? free.twice() : free);
    }
    if (random.nextBoolean()) {
      subjects.replaceAll(each -> each instanceof SequenceSubject numbers && numbers.isPlain()
          ? numbers.served(random)
          : each);
    }
  }

  /** Makes some sequences opaque, and in some runs adds UUIDs without order or with a node. */
  private static void addSecretsAndUuids(List<Subject> subjects, SplittableRandom random) {
    subjects.replaceAll(
        each -> each instanceof SequenceSubject plain && plain.isPlain() && random.nextInt(3) == 0
            ? plain.hidden(random)
            : each);
    if (random.nextInt(8) == 0) {
      subjects.add(((SequenceSubject) SequenceSubject.draw("h", random)).hidden(random));
    }
    if (random.nextInt(5) == 0) {
      Subject free = random.nextInt(3) == 0
          ? StorelessSubject.of("v", StorelessSubject.Kind.UUID_4)
          : StorelessSubject.ofNode("v", random);
      subjects.add(random.nextBoolean() ? free.twice() : free);
    }
  }

  /** Adds generators that can make fewer ids than are requested. */
  private static void addSlow(List<Subject> subjects, boolean waits, SplittableRandom random) {
    if (waits || random.nextBoolean()) {
      subjects.add(KeySubject.carrying("c", random));
    }
    if (random.nextBoolean()) {
      subjects.add(SnowflakeSubject.ofLongTicks("l", random));
    }
  }

  /** In some runs, adds a generator of which each thread takes several ids at once. */
  private static void addSlices(List<Subject> subjects, SplittableRandom random) {
    if (random.nextInt(3) == 0) {
      subjects.add(
          random.nextBoolean()
              ? SequenceSubject.ofThreads("t", random)
              : random.nextInt(3) == 0
                  ? KeySubject.ofThreads("t", random)
                  : SnowflakeSubject.ofThreads("t", random));
    }
  }

  /**
   * In some runs, closes processes instead of killing them, adds keys in a zone where summer time
   * ends, or restores a backup while processes run. Returns whether half of the processes are
   * one-shot.
   */
  private static boolean addEnds(
      List<Subject> subjects,
      FaultPlan plan,
      boolean forgetsOften,
      boolean mayGoBack,
      SplittableRandom random) {
    addIf(random.nextBoolean(), plan::endInOrder, random);
    if (!forgetsOften && random.nextInt(12) == 0) {
      subjects.add(KeySubject.inAutumn("a", random));
    }
    boolean oneShots = random.nextInt(8) == 0;
    if (mayGoBack && random.nextInt(6) == 0) {
      plan.goBack(random);
      subjects.removeIf(each -> each.generators > 1 && each.scope == Subject.Scope.STORE);
    }
    if (subjects.isEmpty()) {
      subjects.add(ofAnyKind("b", random));
    }
    return oneShots;
  }

  /** Returns about how long a generator waits between two calls. */
  private static long gapNanos(
      int hosts, boolean forgetsOften, boolean wantsMore, SplittableRandom random) {
    int shift = forgetsOften ? 8 : random.nextInt(6) / (wantsMore ? 6 : 1);
    return Math.min(MOST_GAP_NANOS, hosts * (3_000_000L << shift));
  }

  /** Hundreds of processes, sometimes thousands. */
  private static int manyHosts(long seed) {
    SplittableRandom random = new SplittableRandom(~seed);
    return 200 + random.nextInt(random.nextInt(4) == 0 ? 1_800 : 200);
  }

  /** All generators, or only the first ones if there are very many processes. */
  private static List<Subject> firstOf(List<Subject> subjects, int hosts) {
    int count = subjects.size();
    while (count > 1
        && hosts
                * subjects.stream()
                    .limit(count)
                    .mapToInt(each -> each.generators)
                    .sum()
            > MOST_GENERATORS) {
      count--;
    }
    return subjects.subList(0, count);
  }

  /** Returns the factor by which callers request more ids from a generator than it can make. */
  int timesWanted(Subject subject) {
    return wantsMore && subject.idsPerSecond < SLOW_PER_SECOND ? WANTED_TIMES : 1;
  }

  /** When all claims from before the end of the last fault have run out. */
  long settledNanos() {
    return faultyNanos + SETTLING_NANOS;
  }

  /** When the run ends. */
  long lengthNanos() {
    return faultyNanos + CALM_NANOS;
  }

  /**
   * Returns whether a call may be refused because of settings: they differ in this run, or the
   * engine forgets. A process that takes a number may move its line after the engine has forgotten
   * line and settings. It does not use this claim, but the settings then count as lost.
   */
  boolean mayRefuse(@Nullable Throwable failure) {
    return mixes
        ? Run.isRefusalOfSettings(failure)
        : forgets && failure instanceof SettingsDamagedException;
  }
}
