package io.mintmark.simulation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/** Draws the faults of a run. */
final class FaultPlan {

  /**
   * By how much the clock of an engine may be lower than the clock of the engine that it replaces.
   */
  static final long ENGINE_MARGIN_NANOS = 5_000_000_000L;

  private static final long SECOND = 1_000_000_000;

  /** With this many processes or more, each process has some faults. */
  private static final int MANY_HOSTS = 200;

  private static final int FAULTS_A_HOST = 2;

  /** The faults of processes that move lines. */
  private static final List<FaultKind> OF_MOVERS = List.of(
      FaultKind.CALL,
      FaultKind.CALL,
      FaultKind.CALL,
      FaultKind.CRASH,
      FaultKind.PAUSE,
      FaultKind.CUT_THERE,
      FaultKind.CUT_BACK);

  /** How far a clock steps at most if the engine has no clock to compare with. */
  private static final long MAX_STEP_NANOS = 10 * SECOND;

  /**
   * Some steps are multiplied by this factor, if the engine has a clock. After such a step the
   * process's clock is so far from the engine's clock that claims are refused.
   */
  private static final long WRONG_STEP_FACTOR = 400;

  private static final long LEAST_LEAP_NANOS = 3_600 * SECOND;

  /** The number of powers of 2 from which a leap is drawn. The longest leap is fifteen years. */
  private static final int MAX_LEAPS = 18;

  /** How long no process may take a worker number from an engine that may have forgotten claims. */
  private static final long NOBODY_TAKES_NANOS = 15 * SECOND;

  /**
   * More writes than are made in a few seconds, so a failover with this many lost writes loses all
   * recent ones.
   */
  private static final int MANY_WRITES = 16;

  private static final long MAX_ENGINE_STEP_NANOS = 2 * SECOND;

  /** The number of powers of 2, in milliseconds, from which the limit of a duration is drawn. */
  private static final int MAX_DURATIONS = 14;

  /**
   * If a run has more faults than this, they are shorter, so that processes still make progress.
   */
  private static final int MANY_FAULTS = 512;

  private static final int DURATIONS_OF_MANY = 9;

  /** The most faults of a process in a second. More would leave it no time to make ids. */
  private static final long MOST_A_HOST_AND_SECOND = 96;

  private static final List<CallFault> CALL_FAULTS =
      List.copyOf(EnumSet.complementOf(EnumSet.of(CallFault.NONE)));

  /**
   * The faults of runs in which the engine repeatedly forgets windows, while processes pause and
   * resume.
   */
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

  private static final List<FaultKind> LOSSES =
      List.of(FaultKind.STORE_LOSS, FaultKind.STORE_LOSS, FaultKind.BACKUP, FaultKind.REWIND);

  private static final List<Integer> STEPS_S = List.of(2, 30, 120, 3_600);

  /**
   * Longer than any call in runs with rare calls ({@link RareCalls}), so that no call meets two
   * steps.
   */
  private static final long LEAST_BETWEEN_STEPS = 9 * SECOND;

  private static final long MAX_AHEAD_NANOS = 60 * SECOND;

  private final int hosts;
  private final long lengthNanos;
  private final boolean hasClock;
  private final boolean forgetsOften;
  /** All faults, in the order of their times. */
  final List<PlannedFault> faults = new ArrayList<>();

  /**
   * Makes a plan without faults.
   *
   * @param hosts how many processes there are
   * @param lengthNanos for how long faults may occur
   * @param hasClock whether the engine has a clock
   * @param forgetsOften whether the engine forgets repeatedly, and has few other faults
   */
  FaultPlan(int hosts, long lengthNanos, boolean hasClock, boolean forgetsOften) {
    this.hosts = hosts;
    this.lengthNanos = lengthNanos;
    this.hasClock = hasClock;
    this.forgetsOften = forgetsOften;
  }

  private void add(long atNanos, FaultKind kind, int host, long nanos, int amount) {
    faults.add(PlannedFault.of(atNanos, kind, host, nanos, amount));
  }

  private void sort() {
    faults.sort(Comparator.comparingLong(PlannedFault::atNanos));
  }

  void draw(SplittableRandom random) {
    int most = (int) (MOST_A_HOST_AND_SECOND * hosts * (lengthNanos / SECOND));
    int drawn = 1 + random.nextInt(forgetsOften ? 60 : 1 << (8 + random.nextInt(8)));
    int least = hosts < MANY_HOSTS ? 0 : FAULTS_A_HOST * hosts;
    int count = Math.min(most, Math.max(drawn, least));
    int durations = count < MANY_FAULTS ? MAX_DURATIONS : DURATIONS_OF_MANY;
    List<CallFault> calls = forgetsOften ? CALLS_OF_FORGETTING : CALL_FAULTS;
    for (int i = 0; i < count; i++) {
      FaultKind kind = forgetsOften ? one(OF_FORGETTING, random) : FaultKind.draw(random);
      faults.add(new PlannedFault(
          random.nextLong(lengthNanos),
          kind,
          random.nextInt(hosts),
          nanos(kind, durations, random),
          random.nextInt(1 << random.nextInt(7)),
          one(calls, random)));
    }
    sort();
  }

  private static <T> T one(List<T> all, SplittableRandom random) {
    return all.get(random.nextInt(all.size()));
  }

  /** Draws a duration, mostly short, sometimes long. Clock steps are positive or negative. */
  private long nanos(FaultKind kind, int durations, SplittableRandom random) {
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

  /** Adds interrupts, a quarter as many as there are other faults. */
  void addInterrupts(SplittableRandom random) {
    int count = 1 + faults.size() / 4;
    for (int i = 0; i < count; i++) {
      long atNanos = random.nextLong(lengthNanos);
      add(atNanos, FaultKind.INTERRUPT, random.nextInt(hosts), 0, random.nextInt(4));
    }
    sort();
  }

  /**
   * Makes the engine repeatedly forget the last claims, each time soon after processes could take
   * worker numbers from it again. Meanwhile all processes but one are paused for about as long as
   * no process may take a worker number.
   */
  void addLosses(SplittableRandom random) {
    faults.removeIf(fault -> fault.kind() == FaultKind.STORE_FAILOVER || random.nextInt(4) > 0);
    long atNanos = random.nextLong(2 * SECOND);
    while (atNanos < lengthNanos) {
      int spared = random.nextInt(hosts);
      for (int host = 0; host < hosts; host++) {
        long nanos = NOBODY_TAKES_NANOS + random.nextLong(-SECOND, 2 * SECOND);
        if (host != spared) {
          add(atNanos, FaultKind.PAUSE, host, nanos, 0);
        }
      }
      add(atNanos, FaultKind.STORE_FAILOVER, spared, 0, MANY_WRITES);
      for (int host = 0; host < hosts; host++) {
        long laterNanos = atNanos + NOBODY_TAKES_NANOS + random.nextLong(2 * SECOND);
        add(Math.min(laterNanos, lengthNanos - 1), FaultKind.BURST, host, 0, 16);
      }
      atNanos += NOBODY_TAKES_NANOS + random.nextLong(2 * SECOND);
    }
    sort();
  }

  /**
   * Exhausts memory at clock readings and timers, makes some clocks wrong from the start, and adds
   * leaps, which are steps of an hour to fifteen years. A leap is forwards only if the engine has a
   * clock to compare with. Without such a clock, claims after a leap of less than a day would
   * succeed and move the lines forward, and all other processes would have to continue from there.
   */
  void addClockTroubles(SplittableRandom random) {
    faults.replaceAll(fault -> fault.kind() == FaultKind.PAUSE_AT_CLOCK && random.nextInt(4) == 0
        ? PlannedFault.of(fault.atNanos(), FaultKind.NO_MEMORY, fault.host(), 0, 0)
        : fault);
    faults.replaceAll(fault -> fault.kind() == FaultKind.CLOCK_STEP && random.nextInt(16) == 0
        ? PlannedFault.of(fault.atNanos(), FaultKind.CLOCK_STEP, fault.host(), leapNanos(random), 0)
        : fault);
    for (int host = 0; host < hosts; host++) {
      if (random.nextBoolean()) {
        long nanos = random.nextLong(-MAX_STEP_NANOS, MAX_STEP_NANOS);
        add(0, FaultKind.CLOCK_STEP, host, nanos, 0);
      }
    }
    sort();
  }

  /**
   * Steps clocks by {@link #STEPS_S} in runs with rare calls, and sets them right some time later.
   */
  void stepClocks(SplittableRandom random) {
    for (int host = 0; host < hosts; host++) {
      long atNanos = LEAST_BETWEEN_STEPS + random.nextLong(40 * SECOND);
      while (atNanos < lengthNanos - 2 * LEAST_BETWEEN_STEPS) {
        long nanos = one(STEPS_S, random) * SECOND;
        // Without the engine's clock, nothing distinguishes a wrong time from the right one.
        boolean goesAhead = random.nextBoolean() && (hasClock || nanos < MAX_AHEAD_NANOS);
        add(atNanos, FaultKind.CLOCK_STEP, host, goesAhead ? nanos : -nanos, 0);
        atNanos += LEAST_BETWEEN_STEPS + random.nextLong(60 * SECOND);
        add(atNanos, FaultKind.CLOCK_RIGHT, host, 0, 0);
        atNanos += LEAST_BETWEEN_STEPS + random.nextLong(60 * SECOND);
      }
    }
    sort();
  }

  /**
   * Replaces each of some failovers by a loss of lines, a backup, or the restoration of a backup.
   */
  void loseSome(SplittableRandom random) {
    faults.replaceAll(fault -> fault.kind() == FaultKind.STORE_FAILOVER && random.nextInt(3) > 0
        ? PlannedFault.of(
            fault.atNanos(), one(LOSSES, random), fault.host(), fault.nanos(), fault.amount())
        : fault);
  }

  private long leapNanos(SplittableRandom random) {
    long nanos = (LEAST_LEAP_NANOS << random.nextInt(MAX_LEAPS)) + random.nextLong(SECOND);
    return hasClock && random.nextBoolean() ? nanos : -nanos;
  }

  /** Restores the store's backups while processes run, without raising its lines. */
  void goBack(SplittableRandom random) {
    faults.replaceAll(fault -> fault.kind() == FaultKind.RESTORE && random.nextBoolean()
        ? PlannedFault.of(fault.atNanos(), FaultKind.REWIND, fault.host(), 0, 0)
        : fault);
  }

  /** Closes some processes instead of killing them. */
  void endInOrder(SplittableRandom random) {
    faults.replaceAll(fault -> fault.kind() == FaultKind.CRASH && random.nextBoolean()
        ? PlannedFault.of(
            fault.atNanos(),
            FaultKind.CLOSE,
            fault.host(),
            random.nextInt(4) == 0 ? 0 : fault.nanos(),
            0)
        : fault);
  }

  /** Makes the engine unreachable for some time, which ends together with all faults. */
  void addLastOutage(SplittableRandom random) {
    long nanos = random.nextLong(10 * SECOND);
    add(lengthNanos - nanos, FaultKind.STORE_DOWN, 0, nanos, 0);
    EnumSet<FaultKind> comesUp =
        EnumSet.of(FaultKind.STORE_DOWN, FaultKind.STORE_FAILOVER, FaultKind.RESTORE);
    faults.removeIf(
        fault -> fault.atNanos() > lengthNanos - nanos && comesUp.contains(fault.kind()));
    sort();
  }

  /** Adds one move of the lines, sometimes two, each at a random time. */
  void addMoves(SplittableRandom random) {
    for (int i = 0; i < 1 + random.nextInt(RunSettings.MOVERS); i++) {
      long fromNanos = random.nextLong(lengthNanos);
      int mover = hosts + i;
      add(fromNanos, FaultKind.MOVE, mover, 0, 0);
      int count = random.nextInt(1 << random.nextInt(7));
      for (int j = 0; j < count; j++) {
        long afterNanos = random.nextLong(SECOND << random.nextInt(5));
        faults.add(new PlannedFault(
            Math.min(fromNanos + afterNanos, lengthNanos - 1),
            one(OF_MOVERS, random),
            mover,
            random.nextLong(TimeUnit.MILLISECONDS.toNanos(1L << random.nextInt(MAX_DURATIONS))),
            0,
            one(CALL_FAULTS, random)));
      }
    }
    sort();
  }
}
