package io.mintmark.simulation;

import io.mintmark.Mintmark;
import io.mintmark.generator.LongGenerator;
import io.mintmark.generator.OnClockBehind;
import io.mintmark.sequence.SequenceBuilder;
import io.mintmark.settings.TimedBuilder;
import io.mintmark.snowflake.SnowflakeBuilder;
import io.mintmark.snowflake.SnowflakeLayout;
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

  /** How many ids a process can make in a second, about. */
  long idsPerSecond();

  /** Opens it in a process, which may ask the store. */
  Draw open(Mintmark mint);

  /** The line that an id's position is on. */
  String lineOf(long id);

  /** The position that an id was made from. */
  long positionOf(long id);

  /** Tells people what it is. */
  String about();

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
    return random.nextBoolean() ? Snowflakes.draw(name, random) : Numbers.draw(name, random);
  }

  /** Snowflakes of a small layout. */
  record Snowflakes(String name, SnowflakeLayout layout, Consumer<SnowflakeBuilder> settings)
      implements Subject {

    static Snowflakes draw(String name, SplittableRandom random) {
      long unitMs = new long[] {1, 10, 1000}[random.nextInt(3)];
      SnowflakeLayout layout = new SnowflakeLayout(
          41,
          random.nextInt(4),
          unitMs == 1000 ? 4 + random.nextInt(7) : random.nextInt(6),
          unitMs,
          World.START.minusSeconds(86_400L * (1 + random.nextInt(2_000))),
          random.nextBoolean());
      Consumer<TimedBuilder<?, ?>> timed = timed(random);
      return new Snowflakes(name, layout, s -> {
        s.layout(layout);
        timed.accept(s);
      });
    }

    /** A single worker number, with the longest windows and hardly a rule for clocks. */
    static Snowflakes contested(String name, SplittableRandom random) {
      SnowflakeLayout layout = new SnowflakeLayout(
          41, random.nextInt(4) / 3, 4, 1_000, World.START.minusSeconds(86_400), false);
      Duration window = Duration.ofSeconds(7 + random.nextInt(4));
      Duration skew = Duration.ofSeconds(random.nextInt(10));
      return new Snowflakes(
          name,
          layout,
          s -> s.layout(layout).window(window).maxSkew(skew).clockTolerance(Duration.ofMinutes(1)));
    }

    @Override
    public Order order() {
      return Order.IN_GENERATOR;
    }

    @Override
    public boolean survivesLoss() {
      return true;
    }

    @Override
    public long holders() {
      return layout.workers();
    }

    @Override
    public long idsPerSecond() {
      return layout.capacity() * 1_000 / layout.unitMs();
    }

    @Override
    public Draw open(Mintmark mint) {
      LongGenerator generator = mint.snowflake(name, settings);
      return generator::nextAsync;
    }

    @Override
    public String place(long position) {
      long ms = layout.epoch().toEpochMilli() + position / layout.capacity() * layout.unitMs();
      long number = position % layout.capacity();
      return "time " + PlannedFault.seconds((ms - World.START.toEpochMilli()) * 1_000_000)
          + (number == 0 ? "" : " number " + number);
    }

    @Override
    public String about() {
      return name + " makes Snowflakes: " + layout.workers() + " worker numbers, "
          + layout.capacity() + " ids in each " + layout.unitMs() + " ms";
    }

    @Override
    public String lineOf(long id) {
      int above = layout.numberFirst() ? 0 : layout.numberBits();
      return "worker/" + name + "/" + (id >>> above & (layout.workers() - 1));
    }

    @Override
    public long positionOf(long id) {
      long tick = id >>> (layout.workerBits() + layout.numberBits());
      int above = layout.numberFirst() ? layout.workerBits() : 0;
      return tick * layout.capacity() + (id >>> above & (layout.capacity() - 1));
    }
  }

  /** How windows and clocks are dealt with. */
  private static Consumer<TimedBuilder<?, ?>> timed(SplittableRandom random) {
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

  /** Numbers of a sequence. */
  record Numbers(
      String name, boolean strict, long start, long step, Consumer<SequenceBuilder> settings)
      implements Subject {

    static Numbers draw(String name, SplittableRandom random) {
      boolean strict = random.nextInt(3) == 0;
      long start = random.nextLong(100);
      long step = 1 + random.nextLong(5);
      long minimum = 1 + random.nextLong(100);
      Duration lasting = Duration.ofMillis(1 + random.nextInt(10_000));
      return new Numbers(name, strict, start, step, s -> {
        s.start(start).step(step).segment(minimum, minimum * 100).segmentDuration(lasting);
        SequenceBuilder unused = strict ? s.strict() : s.segmented();
      });
    }

    @Override
    public Order order() {
      return strict ? Order.IN_STORE : Order.IN_GENERATOR;
    }

    @Override
    public boolean survivesLoss() {
      return false;
    }

    @Override
    public long holders() {
      return Long.MAX_VALUE;
    }

    @Override
    public long idsPerSecond() {
      return 1_000_000;
    }

    @Override
    public Draw open(Mintmark mint) {
      LongGenerator generator = mint.sequence(name, settings);
      return generator::nextAsync;
    }

    @Override
    public String about() {
      return name + " is a sequence" + (strict ? ", strict" : "") + ": " + start + ", "
          + (start + step) + ", " + (start + 2 * step) + " and so on";
    }

    @Override
    public String lineOf(long id) {
      return "seq/" + name;
    }

    @Override
    public long positionOf(long id) {
      return (id - start) / step;
    }
  }
}
