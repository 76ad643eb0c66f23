package io.mintmark.simulation;

import io.mintmark.generator.IdCipher;
import io.mintmark.generator.IdOrder;
import io.mintmark.opaque.OpaqueKey;
import io.mintmark.sequence.SequenceBuilder;
import java.time.Duration;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Numbers of a sequence. Those of an opaque one are revealed first, by its secret and not by the
 * sequence: an id is the number that there would be without the secret.
 */
record Numbers(
    String name,
    Order order,
    long start,
    long step,
    Optional<Secret> secret,
    Consumer<SequenceBuilder> settings)
    implements Subject {

  /** As many an opaque sequence has at least. */
  private static final long LEAST_HIDDEN = IdCipher.MIN_COUNT;

  /** To hide and to reveal takes microseconds. */
  private static final long MOST_HIDDEN_IDS = 10_000;

  /**
   * What hides the order.
   *
   * @param cipher a key
   * @param count how many numbers there are
   */
  record Secret(IdCipher cipher, long count) {

    /** Half of them hide as many numbers as some bits can tell apart: with one more all differ. */
    static Secret draw(SplittableRandom random) {
      long count = LEAST_HIDDEN << random.nextInt(40) | random.nextInt(100_000);
      return new Secret(
          cipher(random), random.nextBoolean() ? Long.highestOneBit(count) << 1 : count);
    }

    private static IdCipher cipher(SplittableRandom random) {
      byte[] bytes = new byte[16];
      random.nextBytes(bytes);
      return OpaqueKey.of(bytes);
    }

    /** One thing is another: the key, or how many numbers there are. */
    Secret differing(SplittableRandom random) {
      return random.nextBoolean()
          ? new Secret(cipher(random), count)
          : new Secret(cipher, count + 1 + random.nextInt(100_000));
    }
  }

  static Numbers draw(String name, SplittableRandom random) {
    boolean strict = random.nextInt(3) == 0;
    long start = random.nextLong(100);
    long step = 1 + random.nextLong(5);
    long minimum = 1 + random.nextLong(100);
    Duration lasting = Duration.ofMillis(1 + random.nextInt(10_000));
    Order order = strict ? Order.IN_STORE : Order.IN_GENERATOR;
    return new Numbers(name, order, start, step, Optional.empty(), s -> {
      s.start(start).step(step).segment(minimum, minimum * 100).segmentDuration(lasting);
      SequenceBuilder unused = strict ? s.strict() : s.segmented();
    });
  }

  /** Each thread takes some at once. */
  static Numbers ofThreads(String name, SplittableRandom random) {
    Consumer<SequenceBuilder> segments = Subject.segments(random);
    long step = 1 + random.nextLong(2);
    return new Numbers(
        name,
        Order.IN_THREAD,
        0,
        step,
        Optional.empty(),
        segments.andThen(s -> s.start(0).step(step).segmented().order(IdOrder.THREAD)));
  }

  /** The same, with a secret. */
  Numbers hidden(Secret by) {
    return new Numbers(name, order, start, step, Optional.of(by), settings.andThen(hiding(by)));
  }

  private Consumer<SequenceBuilder> hiding(Secret by) {
    return s -> s.opaque(by.cipher()).maximum(start + (by.count() - 1) * step);
  }

  @Override
  public Subject served(SplittableRandom random) {
    return new ServedNumbers(this, random.nextLong());
  }

  @Override
  public Subject rolled(SplittableRandom random) {
    return new Numbers(
        name, order, start, step, secret, settings.andThen(Subject.segments(random)));
  }

  @Override
  public Subject differing(SplittableRandom random) {
    if (secret.isPresent() && random.nextBoolean()) {
      return hidden(secret.get().differing(random));
    }
    int changed = random.nextInt(2);
    long otherStart = start + changed;
    long otherStep = step + 1 - changed;
    Numbers other = new Numbers(
        name,
        order,
        otherStart,
        otherStep,
        Optional.empty(),
        settings.andThen(s -> s.start(otherStart).step(otherStep)));
    return secret.map(other::hidden).orElse(other);
  }

  boolean strict() {
    return order == Order.IN_STORE;
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
  public long end() {
    return secret.map(Secret::count).orElse(Long.MAX_VALUE);
  }

  /** A segment is claimed without a look at what others have taken since: the rest is a gap. */
  @Override
  public boolean claimsWithinEnd() {
    return strict();
  }

  @Override
  public long idsPerSecond() {
    return secret.isPresent() ? MOST_HIDDEN_IDS : 1_000_000;
  }

  @Override
  public Draw open(Node node, String own) {
    UnaryOperator<long[]> revealed = secret
        .map(by -> by.cipher().permutation(own, by.count() - 1))
        .<UnaryOperator<long[]>>map(by -> numbers -> revealed(by, numbers))
        .orElse(UnaryOperator.identity());
    return Draw.of(node.mint().sequence(own, settings), revealed);
  }

  private long[] revealed(IdCipher.Permutation by, long[] numbers) {
    long[] plain = new long[numbers.length];
    for (int i = 0; i < plain.length; i++) {
      plain[i] = start + by.decrypt((numbers[i] - start) / step) * step;
    }
    return plain;
  }

  @Override
  public String about() {
    return name + " is " + (secret.isPresent() ? "an opaque" : "a") + " sequence"
        + (strict() ? ", strict" : "") + byThread() + ": " + start + ", " + (start + step) + ", "
        + (start + 2 * step) + " and so on";
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
