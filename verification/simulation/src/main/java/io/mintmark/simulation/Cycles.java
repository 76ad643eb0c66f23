package io.mintmark.simulation;

import io.mintmark.sequence.SequenceBuilder;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Numbers of a sequence that counts round and round. Each position makes one number, so an id is a
 * position here: the oracle looks for one that a number can be of.
 */
record Cycles(
    String name, boolean strict, long minimum, long span, Consumer<SequenceBuilder> settings)
    implements Subject {

  static Cycles draw(String name, SplittableRandom random) {
    boolean strict = random.nextBoolean();
    long minimum = random.nextLong(10);
    long span = 2 + random.nextLong(1L << random.nextInt(8));
    long least = 1 + random.nextLong(20);
    Duration lasting = Duration.ofMillis(1 + random.nextInt(2_000));
    return new Cycles(name, strict, minimum, span, s -> {
      s.cycle(minimum, minimum + span - 1).segment(least, least * 20).segmentDuration(lasting);
      SequenceBuilder unused = strict ? s.strict() : s.segmented();
    });
  }

  @Override
  public Subject rolled(SplittableRandom random) {
    return new Cycles(name, strict, minimum, span, settings.andThen(Subject.segments(random)));
  }

  @Override
  public Subject differing(SplittableRandom random) {
    int changed = random.nextInt(2);
    long other = span + 1 - changed;
    long from = minimum + changed;
    return new Cycles(
        name, strict, from, other, settings.andThen(s -> s.cycle(from, from + other - 1)));
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
    return 10_000;
  }

  @Override
  public Draw open(Node node, String own) {
    return Draw.of(node.mint().sequence(own, settings), this::places);
  }

  /** Where each number stands in the cycle. */
  private long[] places(long[] numbers) {
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] -= minimum;
    }
    return numbers;
  }

  @Override
  public String about() {
    return name + " is a cycle" + (strict ? ", strict" : "") + ": " + minimum + " to "
        + (minimum + span - 1);
  }

  @Override
  public String lineOf(long id) {
    return "seq/" + name;
  }

  @Override
  public long positionOf(long id) {
    return id;
  }

  @Override
  public String text(long id) {
    return Long.toString(minimum + id % span);
  }
}
