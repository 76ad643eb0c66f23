package io.mintmark.simulation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * Draws what befalls a world.
 *
 * @param random what it is drawn from
 * @param hosts how many processes there are
 * @param lengthNanos how long something can happen
 * @param hasClock whether the engine tells its time
 * @param forgetsOften whether the engine forgets again and again, and little else happens
 */
record FaultPlan(
    SplittableRandom random, int hosts, long lengthNanos, boolean hasClock, boolean forgetsOften) {

  private static final long SECOND = 1_000_000_000;

  /** Of so many processes each has some faults. */
  private static final int CROWD = 200;

  private static final int FAULTS_A_HOST = 2;

  /** What befalls those who move lines. */
  private static final List<FaultKind> OF_MOVERS = List.of(
      FaultKind.CALL,
      FaultKind.CALL,
      FaultKind.CALL,
      FaultKind.CRASH,
      FaultKind.PAUSE,
      FaultKind.CUT_THERE,
      FaultKind.CUT_BACK);

  /** How far a clock steps at most, where the engine has none to compare it with. */
  private static final long MAX_STEP_NANOS = 10 * SECOND;

  /** How far it steps now and then where the engine has one: that is refused. */
  private static final long WRONG_STEP_FACTOR = 400;

  private static final long LEAST_LEAP_NANOS = 3_600 * SECOND;

  /** The longest is of fifteen years. */
  private static final int MAX_LEAPS = 18;

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

  /** How many powers of 2 milliseconds a fault's duration is drawn from. */
  private static final int MAX_DURATIONS = 14;

  /** Where more faults than this are planned they are shorter: processes have to get on. */
  private static final int MANY = 512;

  private static final int DURATIONS_OF_MANY = 9;

  /** A process that is told of more has no time to make ids. */
  private static final long MOST_A_HOST_AND_SECOND = 96;

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

  List<PlannedFault> draw() {
    int most = (int) (MOST_A_HOST_AND_SECOND * hosts * (lengthNanos / SECOND));
    int drawn = 1 + random.nextInt(forgetsOften ? 60 : 1 << (8 + random.nextInt(8)));
    int count = Math.min(most, Math.max(drawn, hosts < CROWD ? 0 : FAULTS_A_HOST * hosts));
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

  /** As many as a quarter of what else is planned. */
  static void addInterrupts(
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
  static void addLosses(
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

  /**
   * Memory runs out at clocks and timers, some clocks are wrong from the start, and some of their
   * steps are of hours to decades. Ahead
   * only where the engine has a clock to compare with: else nothing keeps a leap of less than a day
   * out of the lines, and all others would have to go on from there.
   */
  static void addClockTroubles(
      List<PlannedFault> faults, int hosts, boolean hasClock, SplittableRandom random) {
    faults.replaceAll(fault -> fault.kind() == FaultKind.PAUSE_AT_CLOCK && random.nextInt(4) == 0
        ? new PlannedFault(fault.atNanos(), FaultKind.NO_MEMORY, fault.host(), 0, 0, CallFault.NONE)
        : fault);
    faults.replaceAll(fault -> fault.kind() == FaultKind.CLOCK_STEP && random.nextInt(16) == 0
        ? steps(fault.host(), fault.atNanos(), leapNanos(hasClock, random))
        : fault);
    for (int host = 0; host < hosts; host++) {
      if (random.nextBoolean()) {
        faults.add(steps(host, 0, random.nextLong(-MAX_STEP_NANOS, MAX_STEP_NANOS)));
      }
    }
    faults.sort(Comparator.comparingLong(PlannedFault::atNanos));
  }

  private static long leapNanos(boolean hasClock, SplittableRandom random) {
    long nanos = (LEAST_LEAP_NANOS << random.nextInt(MAX_LEAPS)) + random.nextLong(SECOND);
    return hasClock && random.nextBoolean() ? nanos : -nanos;
  }

  private static PlannedFault steps(int host, long atNanos, long nanos) {
    return new PlannedFault(atNanos, FaultKind.CLOCK_STEP, host, nanos, 0, CallFault.NONE);
  }

  /** The store goes back to its backups under the processes, and nobody raises its lines. */
  static void goBack(List<PlannedFault> faults, SplittableRandom random) {
    faults.replaceAll(fault -> fault.kind() == FaultKind.RESTORE && random.nextBoolean()
        ? new PlannedFault(fault.atNanos(), FaultKind.REWIND, fault.host(), 0, 0, CallFault.NONE)
        : fault);
  }

  /** Some processes close what they have, instead of being killed. */
  static void endInOrder(List<PlannedFault> faults, SplittableRandom random) {
    faults.replaceAll(fault -> fault.kind() == FaultKind.CRASH && random.nextBoolean()
        ? new PlannedFault(
            fault.atNanos(),
            FaultKind.CLOSE,
            fault.host(),
            random.nextInt(4) == 0 ? 0 : fault.nanos(),
            0,
            CallFault.NONE)
        : fault);
  }

  /** The engine is away when all is made well, and has been for some time. */
  static void addLastOutage(List<PlannedFault> faults, long lengthNanos, SplittableRandom random) {
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
  static void addMoves(
      List<PlannedFault> faults, int hosts, long lengthNanos, SplittableRandom random) {
    for (int i = 0; i < 1 + random.nextInt(WorldSettings.MOVERS); i++) {
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
}
