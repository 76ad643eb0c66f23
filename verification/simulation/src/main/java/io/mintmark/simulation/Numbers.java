package io.mintmark.simulation;

import io.mintmark.Mintmark;
import io.mintmark.generator.LongGenerator;
import io.mintmark.sequence.SequenceBuilder;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.function.Consumer;

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
  public Subject rolled(SplittableRandom random) {
    return new Numbers(name, strict, start, step, settings.andThen(Subject.segments(random)));
  }

  @Override
  public Subject differing(SplittableRandom random) {
    int changed = random.nextInt(2);
    long otherStart = start + changed;
    long otherStep = step + 1 - changed;
    return new Numbers(
        name,
        strict,
        otherStart,
        otherStep,
        settings.andThen(s -> s.start(otherStart).step(otherStep)));
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
