package io.mintmark.simulation;

import io.mintmark.generator.LongGenerator;
import io.mintmark.generator.OnClockBehind;
import io.mintmark.generator.ValueGenerator;
import io.mintmark.settings.TimedBuilder;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A generator, identified by its name and equal in all processes, and the promises about its ids.
 * Each kind of id encodes the user's value as a number. That number is called the id here.
 */
abstract class Subject {

  static final Duration MAX_SKEW = Duration.ofSeconds(2);

  static final Duration LONGEST_WINDOW = Duration.ofSeconds(10);

  static final List<OnClockBehind> BEHIND = List.of(OnClockBehind.values());

  /** The promised order of ids. */
  enum Order {
    /**
     * In one generator, each call's ids are above the ids of all calls that had returned before the
     * call began.
     */
    IN_GENERATOR,
    /**
     * In all processes, each call's ids are above the ids of all calls that had returned before the
     * call began.
     */
    IN_STORE,
    /** The ids of each waiting thread rise from call to call. */
    IN_THREAD
  }

  /** The set of ids within which no two may be equal. */
  enum Scope {
    /** The ids of one generator. */
    GENERATOR,
    /** The ids of all generators of one process. */
    PROCESS,
    /** The ids of all processes that claim on one store. */
    STORE,
    /** All ids of the run, although nothing is claimed for them. */
    RUN
  }

  /**
   * Requests a number of ids from a generator.
   *
   * @param async requests them without waiting
   * @param waiting waits for them in the calling thread; null if the kind has no such call
   * @param openings counts the openings: odd while the generator is open, and even from the moment
   *     before it is reopened under its callers
   */
  record Draw(
      IntFunction<CompletableFuture<long[]>> async,
      @Nullable IntFunction<long[]> waiting,
      LongSupplier openings) {

    static Draw of(LongGenerator from, UnaryOperator<long[]> ids) {
      return new Draw(
          count -> from.nextBatchAsync(count).thenApply(ids),
          count -> ids.apply(count == 1 ? new long[] {from.next()} : from.nextBatch(count)),
          () -> 1);
    }

    static <T> Draw of(ValueGenerator<T> from, ToLongFunction<T> id) {
      return new Draw(
          count -> from.nextBatchAsync(count).thenApply(made -> ids(made, id)),
          count -> ids(count == 1 ? List.of(from.next()) : from.nextBatch(count), id),
          () -> 1);
    }

    static <T> long[] ids(List<T> made, ToLongFunction<T> id) {
      return made.stream().mapToLong(id).toArray();
    }
  }

  /** The settings for windows and clocks. */
  record Timed(Duration window, Duration tolerance, Duration ahead, OnClockBehind behind)
      implements Consumer<TimedBuilder<?>> {

    static Timed draw(SplittableRandom random) {
      Duration window = Duration.ofMillis(1_000 + random.nextInt(9_000));
      Duration tolerance = Duration.ofMillis(1L << random.nextInt(16));
      Duration ahead = Duration.ofMillis(random.nextInt(2_000));
      return new Timed(window, tolerance, ahead, BEHIND.get(random.nextInt(BEHIND.size())));
    }

    /** Returns the defaults, except for the skew and a random rule for a clock that is behind. */
    static Timed ofRareCalls(SplittableRandom random) {
      Timed defaults = byDefault(LONGEST_WINDOW);
      OnClockBehind behind = BEHIND.get(random.nextInt(BEHIND.size()));
      return new Timed(defaults.window, defaults.tolerance, defaults.ahead, behind);
    }

    /** Returns the defaults, except for the window and the skew. */
    static Timed byDefault(Duration window) {
      return new Timed(window, Duration.ofMinutes(1), Duration.ofSeconds(1), OnClockBehind.HOP);
    }

    @Override
    public void accept(TimedBuilder<?> settings) {
      settings
          .window(window)
          .clockTolerance(tolerance)
          .maxAhead(ahead)
          .maxSkew(MAX_SKEW)
          .onClockBehind(behind);
    }

    /**
     * After a step back of the clock by more than this, a generator may take another worker number.
     */
    long hopsBeyondMs() {
      return behind == OnClockBehind.HOP ? tolerance.toMillis() : Long.MAX_VALUE;
    }

    /** How far ahead of the clock ids of a window may be, see {@link Subject#aheadMs}. */
    long aheadMs(boolean startsAhead) {
      return ahead.toMillis() + (startsAhead ? tolerance.toMillis() : 0);
    }

    /**
     * Returns these settings, but with at most the tolerance and the time ahead of the other
     * settings, so that ids are no further from the clock.
     */
    Timed within(Timed other) {
      return new Timed(
          window, least(tolerance, other.tolerance), least(ahead, other.ahead), behind);
    }

    private static Duration least(Duration one, Duration other) {
      return one.compareTo(other) < 0 ? one : other;
    }
  }

  final String name;

  /** How many such generators each process has. They share their lines. */
  final int generators;

  final Scope scope;
  final Order order;

  /** Whether it is sometimes closed under its callers, and opened again. */
  boolean isReopened;

  /** Whether its ids are unique even after the engine has forgotten claims. */
  boolean survivesLoss = true;

  /** How many processes can hold a worker number at the same time. */
  long holders = Long.MAX_VALUE;

  /** About how many ids a generator can make in a second. */
  long idsPerSecond = 10_000;

  /** The rule for a clock that is behind by more than the tolerance. */
  OnClockBehind behind = OnClockBehind.HOP;

  /** After a step back of the clock by more than this, it may take another worker number, once. */
  long hopsBeyondMs = Long.MAX_VALUE;

  /** After a step back of the clock by more than this, later ids may be lower. */
  long toleratedMs = Long.MAX_VALUE;

  /** Whether its ids can be encoded when clocks are wrong by years. */
  boolean bearsLeaps = true;

  /** Whether it is enough if the clock of any process has shown the time of {@link #earliestMs}. */
  boolean sharesTime;

  /** The end of its line. No id has this position or a higher one. */
  long end = Long.MAX_VALUE;

  /** Whether claims must not reach past that end. */
  boolean claimsWithinEnd = true;

  /** After how many positions the numbers of a cycle repeat; 0 if it is not a cycle. */
  long span;

  /**
   * Cached line names by worker number. Building a name for each id took longer than all other
   * checks.
   */
  private @Nullable String[] lines = new String[1];

  Subject(String name, int generators, Scope scope, Order order) {
    this.name = name;
    this.generators = generators;
    this.scope = scope;
    this.order = order;
  }

  /** Returns the name of a process's generator. */
  final String name(int generator) {
    return generator == 0 ? name : name + "-" + generator;
  }

  /** Returns the line of an id's position. */
  final String lineOf(long id) {
    int worker = worker(id);
    if (worker >= lines.length) {
      lines = Arrays.copyOf(lines, 2 * worker);
    }
    String known = lines[worker];
    if (known == null) {
      known = line(worker);
      lines[worker] = known;
    }
    return known;
  }

  /** Opens a generator in a process. This may call the store. */
  abstract Draw open(Node node, String own);

  /** Names the line of a worker number, or the only line. */
  String line(int worker) {
    return name;
  }

  /** Returns the worker number in an id; 0 if there is one line. */
  int worker(long id) {
    return 0;
  }

  /** Returns the position from which an id was made. */
  long positionOf(long id) {
    return id;
  }

  /** Returns this subject for a new run, without any ids. */
  Subject inNewRun() {
    return this;
  }

  /** Returns this subject with two generators in each process, if the kind supports that. */
  Subject twice() {
    return this;
  }

  /** Returns this subject with other values of the settings that may differ between processes. */
  Subject rolled(SplittableRandom random) {
    return this;
  }

  /** Returns this subject with a different value of a setting on which all processes must agree. */
  Subject differing(SplittableRandom random) {
    throw new UnsupportedOperationException("processes agree on nothing: " + name);
  }

  /** Whether an id may follow another where order is promised between the two. */
  boolean isInOrder(long earlier, long id) {
    return id > earlier;
  }

  /** The time that a clock must have shown before an id may be made. */
  long earliestMs(long id) {
    return Long.MIN_VALUE;
  }

  /** The time in an id that is made from a window. */
  long timeMs(long id) {
    return Long.MIN_VALUE;
  }

  /**
   * How far the time in an id may be ahead of the clock.
   *
   * @param startsAhead whether windows start at a time of the engine's clock
   */
  long aheadMs(boolean startsAhead) {
    return Long.MAX_VALUE;
  }

  /**
   * Whether no process can get a position now.
   *
   * @param positions returns the position of each line
   */
  boolean isUsedUp(ToLongFunction<String> positions, long nowMs) {
    return end < Long.MAX_VALUE && positions.applyAsLong(line(0)) >= end;
  }

  /** Formats an id as users see it. */
  String text(long id) {
    return Long.toString(id);
  }

  /** Describes a position for a trace. */
  String place(long position) {
    return "position " + position;
  }

  @Override
  public String toString() {
    return name
        + (generators == 1 ? "" : ", " + generators + " generators in each process")
        + (order == Order.IN_THREAD ? ", order by thread" : "");
  }
}
