package io.mintmark.simulation;

import io.mintmark.generator.IdOrder;
import io.mintmark.snowflake.SnowflakeBuilder;
import io.mintmark.snowflake.SnowflakeLayout;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Snowflakes. */
final class SnowflakeSubject extends Subject {

  private final SnowflakeLayout layout;
  private final Timed timed;

  /** The layout of processes whose settings differ. */
  private SnowflakeLayout rolledLayout;

  private final Consumer<SnowflakeBuilder> settings;

  private SnowflakeSubject(
      String name,
      int generators,
      Order order,
      SnowflakeLayout layout,
      Timed timed,
      Consumer<SnowflakeBuilder> settings) {
    super(name, generators, Scope.STORE, order);
    this.layout = layout;
    this.timed = timed;
    this.settings = settings;
    holders = layout.workers();
    idsPerSecond = layout.capacity() * 1_000 / layout.unitMs();
    hopsBeyondMs = timed.hopsBeyondMs();
    behind = timed.behind();
    rolledLayout = layout;
  }

  private static SnowflakeSubject of(
      String name, SnowflakeLayout layout, Timed timed, Consumer<SnowflakeBuilder> more) {
    Consumer<SnowflakeBuilder> basic = s -> timed.accept(s.layout(layout));
    return new SnowflakeSubject(name, 1, Order.IN_GENERATOR, layout, timed, basic.andThen(more));
  }

  private static SnowflakeLayout layout(
      int workerBits, int numberBits, long unitMs, int days, boolean numberFirst) {
    return new SnowflakeLayout(
        41, workerBits, numberBits, unitMs, Run.START.minusSeconds(86_400L * days), numberFirst);
  }

  static Subject draw(String name, SplittableRandom random) {
    long unitMs = new long[] {1, 10, 1000}[random.nextInt(3)];
    SnowflakeLayout layout = layout(
        random.nextInt(4),
        unitMs == 1000 ? 4 + random.nextInt(7) : random.nextInt(6),
        unitMs,
        1 + random.nextInt(2_000),
        random.nextBoolean());
    return of(name, layout, Timed.draw(random), s -> {});
  }

  /** Draws Snowflakes whose windows are hardly longer than a tick, with very few ids in a tick. */
  static Subject ofLongTicks(String name, SplittableRandom random) {
    SnowflakeLayout layout =
        layout(4 + random.nextInt(2), 1 + random.nextInt(3), 1_000, 1, random.nextBoolean());
    Timed timed = Timed.draw(random);
    Duration window = Duration.ofSeconds(1);
    return of(
        name, layout, new Timed(window, timed.tolerance(), timed.ahead(), timed.behind()), s -> {});
  }

  /**
   * Draws Snowflakes with one or two worker numbers, long windows, and the default clock settings
   * except for a random skew.
   */
  static Subject contested(String name, SplittableRandom random) {
    SnowflakeLayout layout = layout(random.nextInt(4) / 3, 4, 1_000, 1, false);
    Duration window = Duration.ofSeconds(7 + random.nextInt(4));
    Duration skew = Duration.ofSeconds(random.nextInt(10));
    return of(name, layout, Timed.byDefault(window), s -> s.maxSkew(skew));
  }

  /** Draws Snowflakes with enough worker numbers for each step of each clock. */
  static Subject ofRareCalls(String name, SplittableRandom random) {
    long unitMs = new long[] {1, 10, 1000}[random.nextInt(3)];
    return of(name, layout(10, 12, unitMs, 1, false), Timed.ofRareCalls(random), s -> {});
  }

  /**
   * Draws Snowflakes for two groups of processes. In the second group, the worker number has one
   * more bit, and the number within the tick has one bit less.
   */
  static Subject mixed(String name, SplittableRandom random) {
    Timed timed = Timed.byDefault(Duration.ofSeconds(7 + random.nextInt(4)));
    SnowflakeSubject subject = of(name, layout(1, 5, 1_000, 1, false), timed, s -> {});
    subject.rolledLayout = layout(2, 4, 1_000, 1, false);
    return subject;
  }

  /**
   * Draws Snowflakes of which each thread takes several at once. Calls are so frequent that the
   * generators read the clock only in the turns of {@code CoarseClock}.
   */
  static Subject ofThreads(String name, SplittableRandom random) {
    SnowflakeLayout layout =
        layout(1 + random.nextInt(4), 6 + random.nextInt(7), 1, 1, random.nextBoolean());
    Timed timed = Timed.draw(random);
    return new SnowflakeSubject(name, 1, Order.IN_THREAD, layout, timed, s -> {
      s.layout(layout).order(IdOrder.THREAD);
      timed.accept(s);
    });
  }

  private SnowflakeSubject with(
      int count, SnowflakeLayout other, Timed clocks, Consumer<SnowflakeBuilder> more) {
    return new SnowflakeSubject(name, count, order, other, clocks, settings.andThen(more));
  }

  @Override
  Subject twice() {
    return with(2, layout, timed, s -> s.workerPool(name));
  }

  @Override
  Subject rolled(SplittableRandom random) {
    Timed other = Timed.draw(random);
    SnowflakeLayout theirs = rolledLayout;
    return with(generators, theirs, other, s -> other.accept(s.layout(theirs)));
  }

  @Override
  Subject differing(SplittableRandom random) {
    int changed = random.nextInt(4);
    SnowflakeLayout other = new SnowflakeLayout(
        layout.timeBits(),
        layout.workerBits() + (changed == 0 ? 1 : 0),
        layout.numberBits() + (changed == 1 ? 1 : 0),
        changed != 2 ? layout.unitMs() : layout.unitMs() == 10 ? 1 : 10,
        layout.epoch().minusSeconds(changed == 3 ? 1 : 0),
        layout.numberFirst());
    return with(generators, other, timed, s -> s.layout(other));
  }

  @Override
  Draw open(Node node, String own) {
    return Draw.of(node.mint.snowflake(own, settings), UnaryOperator.identity());
  }

  @Override
  String line(int worker) {
    return "worker/" + name + "/" + worker;
  }

  @Override
  int worker(long id) {
    int above = layout.numberFirst() ? 0 : layout.numberBits();
    return (int) (id >>> above & (layout.workers() - 1));
  }

  @Override
  long positionOf(long id) {
    long tick = id >>> (layout.workerBits() + layout.numberBits());
    int above = layout.numberFirst() ? layout.workerBits() : 0;
    return tick * layout.capacity() + (id >>> above & (layout.capacity() - 1));
  }

  @Override
  long timeMs(long id) {
    return beganMs(positionOf(id));
  }

  @Override
  long aheadMs(boolean startsAhead) {
    return timed.aheadMs(startsAhead);
  }

  private long beganMs(long position) {
    return layout.epoch().toEpochMilli() + position / layout.capacity() * layout.unitMs();
  }

  @Override
  String place(long position) {
    double seconds = (beganMs(position) - Run.START.toEpochMilli()) / 1e3;
    return "time " + seconds + " s number " + position % layout.capacity();
  }

  @Override
  public String toString() {
    return super.toString() + ": Snowflakes of " + layout.workers() + " worker numbers, "
        + layout.capacity() + " ids in each " + layout.unitMs() + " ms";
  }
}
