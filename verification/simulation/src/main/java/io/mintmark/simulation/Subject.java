package io.mintmark.simulation;

import io.mintmark.generator.LongGenerator;
import io.mintmark.generator.OnClockBehind;
import io.mintmark.generator.ValueGenerator;
import io.mintmark.sequence.SequenceBuilder;
import io.mintmark.settings.TimedBuilder;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;

/**
 * A generator by its name, the same in all processes, and what may be said of its ids. An id is a
 * number here, whatever it is to users.
 */
interface Subject {

  /** What a generator can do about a clock that stepped back. */
  List<OnClockBehind> BEHIND = List.of(OnClockBehind.values());

  /** What is promised of the order of ids. */
  enum Order {
    /** Each call's ids lie above those of all calls that had returned before, in one generator. */
    IN_GENERATOR,
    /** The same over all processes. */
    IN_STORE,
    /** Of the calls of each thread that waits, one after another. */
    IN_THREAD
  }

  /** Among which ids none may be equal. */
  enum Scope {
    /** Those of one generator. */
    GENERATOR,
    /** Those of all generators of one process. */
    PROCESS,
    /** Those of all processes that claim on one store. */
    STORE,
    /** All of the world, though nothing is claimed for them. */
    WORLD
  }

  String name();

  /** How many generators of it each process has; these share what they claim on. */
  default int generators() {
    return 1;
  }

  /** The same with two generators in each process, where a kind can have that. */
  default Subject twice() {
    return this;
  }

  /** The name of one of a process's generators. */
  default String name(int generator) {
    return generator == 0 ? name() : name() + "-" + generator;
  }

  /** The same by the name of a server's service, where a kind can have that. */
  default Subject served(SplittableRandom random) {
    return this;
  }

  /** Whether it is closed under calls now and then, and opened again. */
  default boolean isReopened() {
    return false;
  }

  /** Whether callers may wait for it in threads of their own. */
  default boolean canBeWaitedFor() {
    return true;
  }

  /** The same, for a world that has seen none of its ids. */
  default Subject inNewWorld() {
    return this;
  }

  default Scope scope() {
    return Scope.STORE;
  }

  Order order();

  /** Whether its ids are unique also where the engine has forgotten claims. */
  boolean survivesLoss();

  /** How many processes can hold a worker number at a time; none is told no where there is none. */
  long holders();

  /**
   * After a step back of its clock by more it may go over to another worker number, at its clock's
   * time; most never do.
   */
  default long hopsBeyondMs() {
    return Long.MAX_VALUE;
  }

  /** If a clock has stepped back by more, ids may follow it; of most they never do. */
  default long toleratedMs() {
    return Long.MAX_VALUE;
  }

  /** How many ids a generator can make in a second, about. */
  long idsPerSecond();

  /** Whether clocks may be wrong by years where it is looked at. */
  default boolean bearsLeaps() {
    return true;
  }

  /** The same with others of the settings in which processes may differ. */
  Subject rolled(SplittableRandom random);

  /** The same name with one of the settings changed in which all processes must agree. */
  Subject differing(SplittableRandom random);

  /**
   * Opens a generator of it in a process, which may ask the store.
   *
   * @param own the generator's name
   */
  Draw open(Node node, String own);

  /** The line that an id's position is on. */
  String lineOf(long id);

  /** The worker number that an id has, by which its line is called; 0 where there is one line. */
  default int worker(long id) {
    return 0;
  }

  /** The position that an id was made from. */
  long positionOf(long id);

  /** Whether an id may come after another where order is promised between the two. */
  default boolean isInOrder(long earlier, long id) {
    return id > earlier;
  }

  /** The time that a clock must have shown before an id may be made. */
  default long earliestMs(long id) {
    return Long.MIN_VALUE;
  }

  /** The time in an id that is made from a window, which runs ahead of its clock no further. */
  default long timeMs(long id) {
    return Long.MIN_VALUE;
  }

  /**
   * How far that may be ahead of the clock at most.
   *
   * @param startsAhead whether the engine's clock says where windows start
   */
  default long aheadMs(boolean startsAhead) {
    return Long.MAX_VALUE;
  }

  /** Whether that may be any process's clock, and not only the clock of the id's own. */
  default boolean sharesTime() {
    return false;
  }

  /** Where its line ends: nobody has an id of a position from there on. */
  default long end() {
    return Long.MAX_VALUE;
  }

  /** Whether no claim may reach past that end, as one that is refused claims nothing. */
  default boolean claimsWithinEnd() {
    return true;
  }

  /**
   * Whether no position is left to anybody, now.
   *
   * @param positions where each line stands
   * @param nowMs what the clock shows
   */
  default boolean isUsedUp(ToLongFunction<String> positions, long nowMs) {
    return end() < Long.MAX_VALUE && positions.applyAsLong(lineOf(0)) >= end();
  }

  /**
   * After how many positions the numbers come again, of what counts round and round; else 0. There
   * a draw gives places in the cycle, and an id is a position that one can be of.
   */
  default long span() {
    return 0;
  }

  /** Tells people what it is. */
  String about();

  /** Writes an id as users see it. */
  default String text(long id) {
    return Long.toString(id);
  }

  /** Tells people of a position. */
  default String place(long position) {
    return "position " + position;
  }

  /**
   * Asks a generator for so many ids.
   *
   * @param async does not wait
   * @param waiting waits for them, in the thread that asks
   * @param openings is odd while the generator is open, and goes up to the next even number
   *     each time that it begins to be opened anew, under its callers
   */
  record Draw(
      IntFunction<CompletableFuture<long[]>> async,
      IntFunction<long[]> waiting,
      LongSupplier openings) {

    /** Of a generator that stays open. */
    Draw(IntFunction<CompletableFuture<long[]>> async, IntFunction<long[]> waiting) {
      this(async, waiting, () -> 1);
    }

    static Draw of(LongGenerator from, UnaryOperator<long[]> ids) {
      return new Draw(
          count -> from.nextAsync(count).thenApply(ids),
          count -> ids.apply(count == 1 ? new long[] {from.next()} : from.next(count)));
    }

    static <T> Draw of(ValueGenerator<T> from, Function<List<T>, long[]> ids) {
      return new Draw(
          count -> from.nextAsync(count).thenApply(ids),
          count -> ids.apply(count == 1 ? List.of(from.next()) : from.next(count)));
    }
  }

  /** Draws one of any kind. */
  static Subject draw(String name, SplittableRandom random) {
    return switch (random.nextInt(6)) {
      case 0, 1 -> Snowflakes.draw(name, random);
      case 2 -> Numbers.draw(name, random);
      case 3 -> Cycles.draw(name, random);
      default -> Keys.draw(name, random);
    };
  }

  /** Tells people how many generators a process has, where it is more than one. */
  default String byHowMany() {
    return generators() == 1 ? "" : ", by " + generators() + " generators in each process";
  }

  /** Tells people whether threads take some at once. */
  default String byThread() {
    return order() == Order.IN_THREAD ? ", of which each thread takes some at once" : "";
  }

  /** How much of a sequence is claimed at a time. */
  static Consumer<SequenceBuilder> segments(SplittableRandom random) {
    long minimum = 1 + random.nextLong(50);
    Duration lasting = Duration.ofMillis(1 + random.nextInt(5_000));
    return settings -> settings.segment(minimum, minimum * 50).segmentDuration(lasting);
  }

  /** How windows and clocks are dealt with. */
  static Timed timed(SplittableRandom random) {
    Duration window = Duration.ofMillis(1_000 + random.nextInt(9_000));
    Duration tolerance = Duration.ofMillis(1L << random.nextInt(16));
    Duration ahead = Duration.ofMillis(random.nextInt(2_000));
    OnClockBehind behind = BEHIND.get(random.nextInt(BEHIND.size()));
    return new Timed(window, tolerance, ahead, behind);
  }

  /** How windows and clocks are dealt with. */
  record Timed(Duration window, Duration tolerance, Duration ahead, OnClockBehind behind)
      implements Consumer<TimedBuilder<?, ?>> {

    /** As users have it who set the window alone, but for the skew. */
    static Timed byDefault(Duration window) {
      return new Timed(window, Duration.ofMinutes(1), Duration.ofSeconds(1), OnClockBehind.HOP);
    }

    @Override
    public void accept(TimedBuilder<?, ?> settings) {
      settings
          .window(window)
          .clockTolerance(tolerance)
          .maxAhead(ahead)
          .maxSkew(Duration.ofSeconds(2))
          .onClockBehind(behind);
    }

    /** After a step back of its clock by more, a generator may go over to another number. */
    long hopsBeyondMs() {
      return behind == OnClockBehind.HOP ? tolerance.toMillis() : Long.MAX_VALUE;
    }

    /**
     * How far ahead of the clock ids of a window may be.
     *
     * @param startsAhead whether the engine's clock says where windows start
     */
    long aheadMs(boolean startsAhead) {
      return ahead.toMillis() + (startsAhead ? tolerance.toMillis() : 0);
    }

    /** How far ahead of the clock ids may be that are claimed one by one. */
    long allowedMs() {
      return Math.max(tolerance.toMillis(), ahead.toMillis());
    }

    Timed withWindow(Duration other) {
      return new Timed(other, tolerance, ahead, behind);
    }

    /** The same, but no further ahead of the clock than another. */
    Timed within(Timed other) {
      return new Timed(
          window, least(tolerance, other.tolerance), least(ahead, other.ahead), behind);
    }

    private static Duration least(Duration one, Duration other) {
      return one.compareTo(other) < 0 ? one : other;
    }
  }
}
