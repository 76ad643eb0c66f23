package io.mintmark.simulation;

import io.mintmark.snowflake.SnowflakeLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * How many processes make ids of one generator, and on what.
 *
 * @param processes how many there are at a time
 * @param kind what each of them makes
 * @param engine what the store can do
 * @param window how much each claims ahead
 * @param seconds how long it is looked at
 * @param restarts how many processes are killed in a minute, all together
 * @param ranges into how many ranges the worker numbers are split, each for its share of processes
 * @param seed what everything is drawn from
 */
record ScaleSetup(
    int processes,
    Kind kind,
    Engine engine,
    Duration window,
    int seconds,
    int restarts,
    int ranges,
    long seed) {

  /** Room for 131,072 worker numbers. */
  static final SnowflakeLayout LAYOUT = SnowflakeLayout.parse("39/17/7");

  /** The generator's name. */
  static final String NAME = "s";

  /** A killed process starts again after this. */
  static final Duration AWAY = Duration.ofSeconds(1);

  /** The mean time between two calls of a process; the time itself is evenly spread from 0 on. */
  static final Duration CALL_GAP = Duration.ofMillis(300);

  /** A call asks for 1 or, once in four, for 2 ids. */
  static final int MOST_IDS = 2;

  static final double IDS_A_CALL = 1.25;

  /** Each that waits for the store takes a thread, and all start together. */
  private static final int MOST_PROCESSES = 10_000;

  /** With more processes calls come more slowly at a world's end, and so do the last segments. */
  private static final int MOST_FOR_SEQUENCE = 75;

  /** How many numbers' lines are read together. */
  private static final int READ_TOGETHER = 64;

  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  /** For generators to make ids again at the end: some times as long as the longest gap there. */
  private static final long END_NANOS = 60_000_000_000L;

  private static final long END_NANOS_A_PROCESS = 24_000_000;

  /** What the processes make. */
  enum Kind {
    /** Ids with a worker number. */
    SNOWFLAKE,
    /** Numbers of one segmented sequence. */
    SEQUENCE
  }

  /** What the store can do. */
  enum Engine {
    /** It has a clock, and keeps what it acknowledged: SQL engines, MongoDB, ZooKeeper. */
    CLOCK,
    /** It has no clock: etcd. */
    PLAIN,
    /** It may forget what it acknowledged: Redis. */
    FORGETS
  }

  /**
   * Reads what was written on the command line.
   *
   * @param words how many processes, and settings such as {@code window=20}
   * @throws IllegalArgumentException if something there is none of these
   */
  static ScaleSetup of(List<String> words) {
    Map<String, String> said = new HashMap<>();
    for (String word : words.subList(1, words.size())) {
      String[] parts = word.split("=", 2);
      if (parts.length < 2) {
        throw new IllegalArgumentException("not a setting NAME=VALUE: word=" + word);
      }
      said.put(parts[0], parts[1]);
    }
    ScaleSetup setup = new ScaleSetup(
        Integer.parseInt(words.get(0)),
        Kind.valueOf(take(said, "kind", "SNOWFLAKE").toUpperCase(Locale.ROOT)),
        Engine.valueOf(take(said, "engine", "CLOCK").toUpperCase(Locale.ROOT)),
        Duration.ofSeconds(Integer.parseInt(take(said, "window", "10"))),
        Integer.parseInt(take(said, "seconds", "80")),
        Integer.parseInt(take(said, "restarts", "0")),
        Integer.parseInt(take(said, "ranges", "1")),
        Long.parseLong(take(said, "seed", "1")));
    if (!said.isEmpty()) {
      throw new IllegalArgumentException("no such setting: names=" + said.keySet());
    }
    return setup;
  }

  private static String take(Map<String, String> said, String name, String usual) {
    return Optional.ofNullable(said.remove(name)).orElse(usual);
  }

  ScaleSetup {
    if (seconds * 1_000L <= 3 * window.toMillis()) {
      throw new IllegalArgumentException("too short to measure after two windows: seconds="
          + seconds + " <= 3 * " + window.toSeconds());
    }
    if (processes < 1 || processes > MOST_PROCESSES) {
      throw new IllegalArgumentException("each of these takes a thread: processes=" + processes
          + ", allowed 1 to " + MOST_PROCESSES);
    }
    if (kind == Kind.SEQUENCE && processes > MOST_FOR_SEQUENCE) {
      throw new IllegalArgumentException("a sequence is looked at with fewer processes: processes="
          + processes + " > " + MOST_FOR_SEQUENCE);
    }
  }

  /** The world of this: nothing happens in it but that processes are killed and start again. */
  WorldSettings world() {
    long nanos = Duration.ofSeconds(seconds).toNanos();
    return new WorldSettings(
        seed,
        processes,
        Set.of(),
        List.of(subject()),
        kills(nanos),
        nanos,
        nanos + END_NANOS + processes * END_NANOS_A_PROCESS,
        TIMEOUT,
        TIMEOUT,
        engine == Engine.FORGETS,
        engine != Engine.PLAIN,
        CALL_GAP.toNanos(),
        MOST_IDS,
        false,
        false,
        false,
        false,
        false);
  }

  private Subject subject() {
    return kind == Kind.SNOWFLAKE
        ? new Snowflakes(
            NAME,
            1,
            LAYOUT,
            Subject.Order.IN_GENERATOR,
            Subject.Timed.byDefault(window),
            ranges,
            s -> s.layout(LAYOUT).window(window))
        : new Numbers(
            NAME,
            Subject.Order.IN_GENERATOR,
            1,
            1,
            Optional.empty(),
            s -> s.segmentDuration(window));
  }

  private List<PlannedFault> kills(long nanos) {
    SplittableRandom random = new SplittableRandom(seed);
    List<PlannedFault> kills = new ArrayList<>();
    for (long i = 0; i < (long) restarts * seconds / 60; i++) {
      kills.add(new PlannedFault(
          random.nextLong(nanos),
          FaultKind.CRASH,
          random.nextInt(processes),
          AWAY.toNanos(),
          0,
          CallFault.NONE));
    }
    kills.sort(Comparator.comparingLong(PlannedFault::atNanos));
    return kills;
  }

  /** How long after a claim a process makes the next, by the formula. */
  double claimEverySeconds() {
    double gap = seconds(CALL_GAP);
    if (kind == Kind.SEQUENCE) {
      return seconds(window) / 2 + gap;
    }
    // The next call after that moment: the mean rest of a gap that is evenly spread from 0 on.
    return seconds(window) / (engine == Engine.FORGETS ? 4 : 2) + gap * 2 / 3;
  }

  private static double seconds(Duration time) {
    return time.toMillis() / 1_000.0;
  }

  /** What the formula for starts is: true on average, or the most that there can be. */
  String formulaOfStarts() {
    return restarts == 0 ? "formula" : "at most";
  }

  private double killsASecond() {
    return restarts / 60.0;
  }

  private double alive() {
    return processes - killsASecond() * seconds(AWAY);
  }

  /** Claims of more in a second, by the formula; a new process's segments first grow. */
  double claimsASecond() {
    double growing = kind == Kind.SEQUENCE ? Math.ceil(Math.log(segment()) / Math.log(8)) : 0;
    return alive() / claimEverySeconds() + killsASecond() * growing;
  }

  private double segment() {
    return window.toMillis() / (double) CALL_GAP.toMillis() * IDS_A_CALL;
  }

  /** How many requests a claim of more is on this engine. */
  int requestsAClaim() {
    return kind == Kind.SEQUENCE || engine == Engine.PLAIN ? 1 : engine == Engine.CLOCK ? 2 : 3;
  }

  /** Worker numbers that are held: those of processes, and of killed ones until windows run out. */
  double numbersHeld() {
    return alive() + killsASecond() * (seconds(window) - claimEverySeconds() / 2);
  }

  /**
   * Requests in a second for all that, by the formula, once all processes have started. While
   * processes are killed it is the most, as idle numbers then lie among the first ones too.
   */
  double requestsASecond() {
    double start = kind == Kind.SEQUENCE
        ? 0
        : readingsAmong(numbersHeld() / ranges) + requestsBesideReadings();
    return claimsASecond() * requestsAClaim() + killsASecond() * start;
  }

  /** The taking with the gate, its note; more where an engine can forget. */
  private int requestsBesideReadings() {
    return engine == Engine.FORGETS ? 8 : 2;
  }

  /**
   * How often a process reads lines until it finds an idle number, by the formula, on average over
   * all starts: first those of all processes, then those of killed ones, of which it is the most.
   */
  double readingsAStart() {
    int share = (processes + ranges - 1) / ranges;
    double first = 0;
    for (int held = 0; held < share; held++) {
      first += readingsAmong(held);
    }
    double kills = killsASecond() * seconds;
    double later = kills * readingsAmong(numbersHeld() / ranges);
    return (first * processes / share + later) / (processes + kills);
  }

  /**
   * The first 8 numbers' lines are read with the settings, then the rest of the first 16, 32, ...
   * until some are idle, some together at random: of those, on average, as many as it takes.
   */
  private static double readingsAmong(double held) {
    double readings = 0;
    double full = 0;
    double width = 8;
    while (width <= held) {
      readings += Math.ceil((width - full) / READ_TOGETHER);
      full = width;
      width *= 2;
    }
    double allHeld = 1;
    for (double read = 0; read < width - full; read++) {
      readings += read % READ_TOGETHER == 0 ? allHeld : 0;
      allHeld *= Math.max(0, held - full - read) / (width - full - read);
    }
    return readings;
  }

  /** What a killed process leaves unused of a sequence: three quarters of a segment. */
  double leftUnused() {
    return segment() * 3 / 4;
  }
}
