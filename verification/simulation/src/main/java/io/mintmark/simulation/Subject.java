package io.mintmark.simulation;

import io.mintmark.Mintmark;
import io.mintmark.generator.OnClockBehind;
import io.mintmark.sequence.SequenceBuilder;
import io.mintmark.settings.TimedBuilder;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

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
    IN_STORE
  }

  String name();

  Order order();

  /** Whether its ids are unique also where the engine has forgotten claims. */
  boolean survivesLoss();

  /** How many processes can hold a worker number at a time; none is told no where there is none. */
  long holders();

  /** Whether it may go over to another worker number, at its clock's time, after a step back. */
  default boolean mayHop() {
    return false;
  }

  /** How many ids a process can make in a second, about. */
  long idsPerSecond();

  /** The same with others of the settings in which processes may differ. */
  Subject rolled(SplittableRandom random);

  /** The same name with one of the settings changed in which all processes must agree. */
  Subject differing(SplittableRandom random);

  /** Opens it in a process, which may ask the store. */
  Draw open(Mintmark mint);

  /** The line that an id's position is on. */
  String lineOf(long id);

  /** The position that an id was made from. */
  long positionOf(long id);

  /** Whether an id may come after another where order is promised between the two. */
  default boolean isInOrder(long earlier, long id) {
    return id > earlier;
  }

  /** The time that some process's clock must have shown before an id may be made. */
  default long earliestMs(long id) {
    return Long.MIN_VALUE;
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

  /** Asks a generator for ids, and does not wait. */
  @FunctionalInterface
  interface Draw {
    CompletableFuture<long[]> draw(int count);
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

  /** How much of a sequence is claimed at a time. */
  static Consumer<SequenceBuilder> segments(SplittableRandom random) {
    long minimum = 1 + random.nextLong(50);
    Duration lasting = Duration.ofMillis(1 + random.nextInt(5_000));
    return settings -> settings.segment(minimum, minimum * 50).segmentDuration(lasting);
  }

  /** How windows and clocks are dealt with. */
  static Consumer<TimedBuilder<?, ?>> timed(SplittableRandom random) {
    Duration window = Duration.ofMillis(1_000 + random.nextInt(9_000));
    Duration tolerance = Duration.ofMillis(1L << random.nextInt(16));
    Duration ahead = Duration.ofMillis(random.nextInt(2_000));
    OnClockBehind behind = BEHIND.get(random.nextInt(BEHIND.size()));
    return settings -> settings
        .window(window)
        .clockTolerance(tolerance)
        .maxAhead(ahead)
        .maxSkew(Duration.ofSeconds(2))
        .onClockBehind(behind);
  }
}
