package io.mintmark.simulation;

import io.mintmark.generator.IdOrder;
import io.mintmark.snowflake.SnowflakeBuilder;
import io.mintmark.snowflake.SnowflakeLayout;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Snowflakes.
 *
 * @param ranges into how many ranges the worker numbers are split: each process takes one from its
 *     own range only
 */
record Snowflakes(
    String name,
    int generators,
    SnowflakeLayout layout,
    Order order,
    Timed timed,
    int ranges,
    Consumer<SnowflakeBuilder> settings)
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
    Timed timed = Subject.timed(random);
    return new Snowflakes(name, 1, layout, Order.IN_GENERATOR, timed, 1, s -> {
      s.layout(layout);
      timed.accept(s);
    });
  }

  /** A window is hardly longer than a tick, which has very few ids. */
  static Snowflakes ofLongTicks(String name, SplittableRandom random) {
    SnowflakeLayout layout = new SnowflakeLayout(
        41,
        4 + random.nextInt(2),
        1 + random.nextInt(3),
        1_000,
        World.START.minusSeconds(86_400),
        random.nextBoolean());
    Timed timed = Subject.timed(random).withWindow(Duration.ofSeconds(1));
    return new Snowflakes(name, 1, layout, Order.IN_GENERATOR, timed, 1, s -> {
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
    Timed timed = Timed.byDefault(window);
    return new Snowflakes(name, 1, layout, Order.IN_GENERATOR, timed, 1, s -> {
      s.layout(layout);
      timed.accept(s);
      s.maxSkew(skew);
    });
  }

  /** Each thread takes some at once, once they come so fast that the clock's thread is called. */
  static Snowflakes ofThreads(String name, SplittableRandom random) {
    SnowflakeLayout layout = new SnowflakeLayout(
        41,
        1 + random.nextInt(4),
        6 + random.nextInt(7),
        1,
        World.START.minusSeconds(86_400),
        random.nextBoolean());
    Timed timed = Subject.timed(random);
    return new Snowflakes(name, 1, layout, Order.IN_THREAD, timed, 1, s -> {
      s.layout(layout).order(IdOrder.THREAD);
      timed.accept(s);
    });
  }

  @Override
  public Subject twice() {
    return new Snowflakes(
        name, 2, layout, order, timed, ranges, settings.andThen(s -> s.scope(name)));
  }

  @Override
  public Subject rolled(SplittableRandom random) {
    Timed other = Subject.timed(random);
    return new Snowflakes(name, generators, layout, order, other, ranges, settings.andThen(other));
  }

  @Override
  public Subject differing(SplittableRandom random) {
    int changed = random.nextInt(4);
    SnowflakeLayout other = new SnowflakeLayout(
        layout.timeBits(),
        layout.workerBits() + (changed == 0 ? 1 : 0),
        layout.numberBits() + (changed == 1 ? 1 : 0),
        changed != 2 ? layout.unitMs() : layout.unitMs() == 10 ? 1 : 10,
        layout.epoch().minusSeconds(changed == 3 ? 1 : 0),
        layout.numberFirst());
    return new Snowflakes(
        name, generators, other, order, timed, ranges, settings.andThen(s -> s.layout(other)));
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
  public long hopsBeyondMs() {
    return timed.hopsBeyondMs();
  }

  @Override
  public long idsPerSecond() {
    return layout.capacity() * 1_000 / layout.unitMs();
  }

  @Override
  public Draw open(Node node, String own) {
    long width = layout.workers() / ranges;
    long first = node.host().number() % ranges * width;
    Consumer<SnowflakeBuilder> all = settings.andThen(s -> s.workers(first, first + width - 1));
    return Draw.of(
        node.mint().snowflake(own, ranges == 1 ? settings : all), UnaryOperator.identity());
  }

  @Override
  public long timeMs(long id) {
    return placeMs(positionOf(id));
  }

  @Override
  public long aheadMs(boolean startsAhead) {
    return timed.aheadMs(startsAhead);
  }

  private long placeMs(long position) {
    return layout.epoch().toEpochMilli() + position / layout.capacity() * layout.unitMs();
  }

  @Override
  public String place(long position) {
    long ms = placeMs(position);
    long number = position % layout.capacity();
    return "time " + PlannedFault.seconds((ms - World.START.toEpochMilli()) * 1_000_000)
        + (number == 0 ? "" : " number " + number);
  }

  @Override
  public String about() {
    return name + " makes Snowflakes: " + layout.workers() + " worker numbers, " + layout.capacity()
        + " ids in each " + layout.unitMs() + " ms" + byThread() + byHowMany();
  }

  @Override
  public String lineOf(long id) {
    return "worker/" + name + "/" + worker(id);
  }

  @Override
  public int worker(long id) {
    int above = layout.numberFirst() ? 0 : layout.numberBits();
    return (int) (id >>> above & (layout.workers() - 1));
  }

  @Override
  public long positionOf(long id) {
    long tick = id >>> (layout.workerBits() + layout.numberBits());
    int above = layout.numberFirst() ? layout.workerBits() : 0;
    return tick * layout.capacity() + (id >>> above & (layout.capacity() - 1));
  }
}
