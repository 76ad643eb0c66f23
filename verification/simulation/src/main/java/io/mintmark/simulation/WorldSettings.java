package io.mintmark.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

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
    boolean wantsMore) {

  /** From so many places lines are moved, where they are; these come after the hosts. */
  static final int MOVERS = 2;

  /** What befalls those who move lines. */
  private static final List<FaultKind> OF_MOVERS = List.of(
      FaultKind.CALL,
      FaultKind.CALL,
      FaultKind.CALL,
      FaultKind.CRASH,
      FaultKind.PAUSE,
      FaultKind.CUT_THERE,
      FaultKind.CUT_BACK);

  private static final long SECOND = 1_000_000_000;

  /** How far a clock steps at most, where the engine has none to compare it with. */
  private static final long MAX_STEP_NANOS = 10 * SECOND;

  /** How far it steps now and then where the engine has one: that is refused. */
  private static final long WRONG_STEP_FACTOR = 400;

  /** How long no number is taken from an engine that may have forgotten. */
  private static final long NOBODY_TAKES_NANOS = 15 * SECOND;

  /** How long after that the engine forgets again, at most. */
  private static final long LOSS_NANOS = 2 * SECOND;

  /** More than are made in a few seconds. */
  private static final int MANY_WRITES = 16;

  /** How long the engine is away at the end of some worlds. */
  private static final long MOST_OUTAGE_NANOS = 10 * SECOND;

  /** By how much the clock of an engine that takes another's place may be lower. */
  static final long ENGINE_MARGIN_NANOS = 5 * SECOND;

  private static final long MAX_ENGINE_STEP_NANOS = 2 * SECOND;

  /** One world in so many has a crowd of processes: it takes as long as dozens of others. */
  private static final int WORLDS_A_CROWD = 200;

  /** Each generator is called some times after the last fault. */
  private static final long MOST_GAP_NANOS = 8 * SECOND;

  /** The first of them is beyond those of each build. */
  private static final int FIRST_CROWD = 190;

  private static final long MOST_FAULTY_OF_CROWD_NANOS = 8 * SECOND;

  /** How many powers of 2 milliseconds a fault's duration is drawn from. */
  private static final int MAX_DURATIONS = 14;

  /** Where more faults than this are planned they are shorter: processes have to get on. */
  private static final int MANY = 512;

  private static final int DURATIONS_OF_MANY = 9;

  /** What a call asks for at most where calls are small; elsewhere it is up to 64 times as many. */
  private static final int FEW_IDS = 100;

  /** A process that is told of more has no time to make ids. */
  private static final long MOST_A_HOST_AND_SECOND = 96;

  /** After the last fault: windows run out, clocks come to lines that are ahead of them. */
  private static final long CALM_NANOS = 60 * SECOND;

  /** The longest window, and the longest call. */
  private static final long SETTLING_NANOS = 16 * SECOND;

  private static final List<CallFault> CALL_FAULTS =
      List.copyOf(EnumSet.complementOf(EnumSet.of(CallFault.NONE)));

  /** Where windows are lost again and again, while processes stand still and come back. */
  private static final List<FaultKind> OF_FORGETTING = List.of(
      FaultKind.STORE_FAILOVER,
      FaultKind.STORE_FAILOVER,
      FaultKind.PAUSE,
      FaultKind.CALL,
      FaultKind.CALL,
      FaultKind.CLOCK_STEP,
      FaultKind.CLOCK_RIGHT,
      FaultKind.BURST);

  private static final List<CallFault> CALLS_OF_FORGETTING = List.of(
      CallFault.PAUSE_BEFORE, CallFault.PAUSE_AFTER, CallFault.DELAY_REQUEST, CallFault.FORGET);

  /** Draws a world. */
  static WorldSettings of(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    boolean forgets = random.nextInt(3) == 0;
    boolean crowded = Math.floorMod(seed, WORLDS_A_CROWD) == FIRST_CROWD;
    boolean forgetsOften = forgets && random.nextBoolean() && !crowded;
    boolean hasClock = forgets || random.nextInt(4) > 0;
    int few =
        forgetsOften ? 2 + random.nextInt(3) : 1 + random.nextInt(random.nextInt(8) == 0 ? 40 : 8);
    int hosts = crowded ? crowd(seed) : few;
    long mostNanos = crowded ? MOST_FAULTY_OF_CROWD_NANOS : Long.MAX_VALUE;
    long faultyNanos = Math.min(mostNanos, SECOND * (forgetsOften ? 120 : 10 + random.nextInt(30)));
    List<Subject> subjects = new ArrayList<>();
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      subjects.add(
          forgetsOften ? Snowflakes.contested("s" + i, random) : Subject.draw("s" + i, random));
    }
    List<PlannedFault> faults =
        new Faults(random, hosts, faultyNanos, hasClock, forgetsOften).draw();
    SplittableRandom more = new SplittableRandom(Long.reverse(seed));
    boolean waits = !forgetsOften && more.nextInt(3) == 0;
    if (waits) {
      addInterrupts(faults, hosts, faultyNanos, more);
    }
    SplittableRandom last = new SplittableRandom(~Long.reverse(seed));
    if (!forgetsOften) {
      addMore(subjects, more);
      addSecretsAndUuids(subjects, last);
    }
    if (forgetsOften && last.nextBoolean()) {
      addLosses(faults, hosts, faultyNanos, last);
    }
    if (!forgetsOften && last.nextInt(4) == 0) {
      addLastOutage(faults, faultyNanos, last);
    }
    boolean moves = !forgets && last.nextInt(6) == 0;
    if (moves) {
      addMoves(faults, hosts, faultyNanos, last);
    }
    boolean wantsMore = !forgetsOften && !crowded && last.nextInt(5) == 0;
    if (wantsMore) {
      addSlow(subjects, waits, last);
    }
    if (waits) {
      addSlices(subjects, last);
    }
    return new WorldSettings(
        seed,
        hosts,
        Set.of(),
        subjects,
        faults,
        faultyNanos,
        faultyNanos + CALM_NANOS,
        Duration.ofMillis(300 + random.nextInt(5_000)),
        Duration.ofMillis(200 + random.nextInt(5_000)),
        forgets,
        hasClock,
        Math.min(
            MOST_GAP_NANOS,
            hosts
                * (2_000_000L << (forgetsOften ? 8 : random.nextInt(6) / (wantsMore ? 6 : 1)))
                * (crowded ? 8 : 1)),
        FEW_IDS << Math.max(0, random.nextInt(9) - 2),
        waits,
        !forgetsOften && random.nextInt(3) == 0,
        moves,
        wantsMore);
  }

  /** Hundreds of processes, now and then thousands. */
  private static int crowd(long seed) {
    SplittableRandom random = new SplittableRandom(~seed);
    return 200 + random.nextInt(random.nextInt(4) == 0 ? 1_800 : 200);
  }

  /** As many as a quarter of what else is planned. */
  private static void addInterrupts(
      List<PlannedFault> faults, int hosts, long lengthNanos, SplittableRandom random) {
    int count = 1 + faults.size() / 4;
    for (int i = 0; i < count; i++) {
      faults.add(new PlannedFault(
          random.nextLong(lengthNanos),
          FaultKind.INTERRUPT,
          random.nextInt(hosts),
          0,
          random.nextInt(4),
          CallFault.NONE));
    }
    faults.sort(Comparator.comparingLong(PlannedFault::atNanos));
  }

  /**
   * Again and again the engine forgets what was claimed lately, soon after numbers could be taken
   * from it again; and processes stand still about as long as nobody may take one.
   */
  private static void addLosses(
      List<PlannedFault> faults, int hosts, long lengthNanos, SplittableRandom random) {
    faults.removeIf(fault -> fault.kind() == FaultKind.STORE_FAILOVER || random.nextInt(4) > 0);
    long atNanos = random.nextLong(LOSS_NANOS);
    while (atNanos < lengthNanos) {
      int spared = random.nextInt(hosts);
      for (int host = 0; host < hosts; host++) {
        long nanos = NOBODY_TAKES_NANOS + random.nextLong(-SECOND, 2 * SECOND);
        if (host != spared) {
          faults.add(new PlannedFault(atNanos, FaultKind.PAUSE, host, nanos, 0, CallFault.NONE));
        }
      }
      faults.add(new PlannedFault(
          atNanos, FaultKind.STORE_FAILOVER, spared, 0, MANY_WRITES, CallFault.NONE));
      for (int host = 0; host < hosts; host++) {
        long laterNanos = atNanos + NOBODY_TAKES_NANOS + random.nextLong(2 * SECOND);
        faults.add(new PlannedFault(
            Math.min(laterNanos, lengthNanos - 1), FaultKind.BURST, host, 0, 16, CallFault.NONE));
      }
      atNanos += NOBODY_TAKES_NANOS + random.nextLong(LOSS_NANOS);
    }
    faults.sort(Comparator.comparingLong(PlannedFault::atNanos));
  }

  /** The engine is away when all is made well, and has been for some time. */
  private static void addLastOutage(
      List<PlannedFault> faults, long lengthNanos, SplittableRandom random) {
    long nanos = random.nextLong(MOST_OUTAGE_NANOS);
    faults.add(
        new PlannedFault(lengthNanos - nanos, FaultKind.STORE_DOWN, 0, nanos, 0, CallFault.NONE));
    faults.removeIf(fault -> fault.atNanos() > lengthNanos - nanos && comesUp(fault.kind()));
    faults.sort(Comparator.comparingLong(PlannedFault::atNanos));
  }

  private static boolean comesUp(FaultKind kind) {
    return kind == FaultKind.STORE_DOWN
        || kind == FaultKind.STORE_FAILOVER
        || kind == FaultKind.RESTORE;
  }

  /** The first begins at any time; the second, if there is one, at another. */
  private static void addMoves(
      List<PlannedFault> faults, int hosts, long lengthNanos, SplittableRandom random) {
    for (int i = 0; i < 1 + random.nextInt(MOVERS); i++) {
      long fromNanos = random.nextLong(lengthNanos);
      int mover = hosts + i;
      faults.add(new PlannedFault(fromNanos, FaultKind.MOVE, mover, 0, 0, CallFault.NONE));
      int count = random.nextInt(1 << random.nextInt(7));
      for (int j = 0; j < count; j++) {
        long afterNanos = random.nextLong(SECOND << random.nextInt(5));
        faults.add(new PlannedFault(
            Math.min(fromNanos + afterNanos, lengthNanos - 1),
            OF_MOVERS.get(random.nextInt(OF_MOVERS.size())),
            mover,
            random.nextLong(TimeUnit.MILLISECONDS.toNanos(1L << random.nextInt(MAX_DURATIONS))),
            0,
            CALL_FAULTS.get(random.nextInt(CALL_FAULTS.size()))));
      }
    }
    faults.sort(Comparator.comparingLong(PlannedFault::atNanos));
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

  /** How many processes there are, without those that never start. */
  long present() {
    return hosts - absent.size();
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
        wantsMore);
  }

  /** What is planned for a world. */
  private record Faults(
      SplittableRandom random,
      int hosts,
      long lengthNanos,
      boolean hasClock,
      boolean forgetsOften) {

    List<PlannedFault> draw() {
      int most = (int) (MOST_A_HOST_AND_SECOND * hosts * (lengthNanos / SECOND));
      int drawn = 1 + random.nextInt(forgetsOften ? 60 : 1 << (8 + random.nextInt(8)));
      int count = Math.min(most, drawn);
      int durations = count < MANY ? MAX_DURATIONS : DURATIONS_OF_MANY;
      List<PlannedFault> faults = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        FaultKind kind = forgetsOften
            ? OF_FORGETTING.get(random.nextInt(OF_FORGETTING.size()))
            : FaultKind.draw(random);
        faults.add(new PlannedFault(
            random.nextLong(lengthNanos),
            kind,
            random.nextInt(hosts),
            nanos(kind, durations),
            random.nextInt(1 << random.nextInt(7)),
            callFault()));
      }
      faults.sort(Comparator.comparingLong(PlannedFault::atNanos));
      return faults;
    }

    private CallFault callFault() {
      List<CallFault> kinds = forgetsOften ? CALLS_OF_FORGETTING : CALL_FAULTS;
      return kinds.get(random.nextInt(kinds.size()));
    }

    /** Mostly short, sometimes long; steps of clocks go either way. */
    private long nanos(FaultKind kind, int durations) {
      long longest = TimeUnit.MILLISECONDS.toNanos(1L << random.nextInt(durations));
      long nanos = forgetsOften
          ? random.nextLong(2 * MAX_STEP_NANOS)
          : random.nextLong(Math.min(longest, MAX_STEP_NANOS));
      long signed = random.nextBoolean() ? nanos : -nanos;
      return switch (kind) {
        case CLOCK_STEP ->
          hasClock && !forgetsOften && random.nextInt(8) == 0 ? signed * WRONG_STEP_FACTOR : signed;
        case CLOCK_DRIFT -> signed;
        case STORE_CLOCK_STEP -> signed % MAX_ENGINE_STEP_NANOS;
        case STORE_FAILOVER -> signed % ENGINE_MARGIN_NANOS;
        default -> nanos;
      };
    }
  }
}
