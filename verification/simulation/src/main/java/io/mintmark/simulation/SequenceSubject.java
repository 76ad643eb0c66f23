package io.mintmark.simulation;

import io.mintmark.generator.IdCipher;
import io.mintmark.generator.IdOrder;
import io.mintmark.opaque.OpaqueKey;
import io.mintmark.sequence.SequenceBuilder;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Numbers of a sequence. Those of an opaque one are revealed first, by its secret and not by the
 * sequence: an id is the number without the secret. Of a cycle a number is encoded as its place in
 * the cycle, and the oracle looks for a position that it can be of.
 */
final class SequenceSubject extends Subject {

  /** To hide and to reveal takes microseconds. */
  private static final long MOST_HIDDEN_IDS = 10_000;

  final long start;
  final long step;
  private final @Nullable Secret secret;
  private final Consumer<SequenceBuilder> settings;

  /** Set if a server's service hands the numbers out, which changes its settings by this. */
  private final @Nullable Long serviceSeed;

  /**
   * The secret that hides the order.
   *
   * @param cipher a key
   * @param count how many numbers there are
   */
  private record Secret(IdCipher cipher, long count) {

    /** Half of them hide as many numbers as some bits can encode: with one more all differ. */
    static Secret draw(SplittableRandom random) {
      long count = IdCipher.MIN_COUNT << random.nextInt(40) | random.nextInt(100_000);
      return new Secret(
          cipher(random), random.nextBoolean() ? Long.highestOneBit(count) << 1 : count);
    }

    private static IdCipher cipher(SplittableRandom random) {
      byte[] bytes = new byte[16];
      random.nextBytes(bytes);
      return OpaqueKey.of(bytes);
    }

    /** Either the key differs, or the count of numbers. */
    Secret differing(SplittableRandom random) {
      return random.nextBoolean()
          ? new Secret(cipher(random), count)
          : new Secret(cipher, count + 1 + random.nextInt(100_000));
    }
  }

  private SequenceSubject(
      String name,
      Order order,
      long start,
      long step,
      long span,
      @Nullable Secret secret,
      @Nullable Long serviceSeed,
      Consumer<SequenceBuilder> settings) {
    super(name, 1, Scope.STORE, order);
    this.start = start;
    this.step = step;
    this.secret = secret;
    this.serviceSeed = serviceSeed;
    this.settings = settings;
    this.span = span;
    isReopened = serviceSeed != null;
    survivesLoss = false;
    end = secret == null ? Long.MAX_VALUE : secret.count();
    // A segment is claimed without a look at others' claims since: the rest is a gap.
    claimsWithinEnd = strict();
    idsPerSecond = span > 0 || secret != null ? MOST_HIDDEN_IDS : 1_000_000;
  }

  static Subject draw(String name, SplittableRandom random) {
    boolean strict = random.nextInt(3) == 0;
    long start = random.nextLong(100);
    long step = 1 + random.nextLong(5);
    Consumer<SequenceBuilder> segments =
        segments(1 + random.nextLong(100), 100, 1 + random.nextInt(10_000));
    return new SequenceSubject(
        name, order(strict), start, step, 0, null, null, segments.andThen(s -> {
          s.start(start).step(step);
          SequenceBuilder unused = strict ? s.strict() : s.segmented();
        }));
  }

  static Subject cycle(String name, SplittableRandom random) {
    boolean strict = random.nextBoolean();
    long minimum = random.nextLong(10);
    long span = 2 + random.nextLong(1L << random.nextInt(8));
    Consumer<SequenceBuilder> segments =
        segments(1 + random.nextLong(20), 20, 1 + random.nextInt(2_000));
    return new SequenceSubject(
        name, order(strict), minimum, 1, span, null, null, segments.andThen(s -> {
          s.cycle(minimum, minimum + span - 1);
          SequenceBuilder unused = strict ? s.strict() : s.segmented();
        }));
  }

  /** Each thread takes some at once. */
  static Subject ofThreads(String name, SplittableRandom random) {
    Consumer<SequenceBuilder> segments = segments(random);
    long step = 1 + random.nextLong(2);
    return new SequenceSubject(
        name,
        Order.IN_THREAD,
        0,
        step,
        0,
        null,
        null,
        segments.andThen(s -> s.start(0).step(step).segmented().order(IdOrder.THREAD)));
  }

  private static Order order(boolean strict) {
    return strict ? Order.IN_STORE : Order.IN_GENERATOR;
  }

  private static Consumer<SequenceBuilder> segments(SplittableRandom random) {
    return segments(1 + random.nextLong(50), 50, 1 + random.nextInt(5_000));
  }

  /** How much is claimed at a time. */
  private static Consumer<SequenceBuilder> segments(long least, int factor, int lastingMs) {
    return s -> s.segment(least, least * factor).segmentDuration(Duration.ofMillis(lastingMs));
  }

  private SequenceSubject with(long from, long by, long cycle, Consumer<SequenceBuilder> more) {
    return new SequenceSubject(name, order, from, by, cycle, null, null, settings.andThen(more));
  }

  private SequenceSubject hidden(@Nullable Secret by) {
    return by == null
        ? this
        : new SequenceSubject(
            name,
            order,
            start,
            step,
            0,
            by,
            serviceSeed,
            settings.andThen(s -> s.opaque(by.cipher()).maximum(start + (by.count() - 1) * step)));
  }

  /** The same with a secret. */
  Subject hidden(SplittableRandom random) {
    return hidden(Secret.draw(random));
  }

  /** The same, handed out by the service of a server. */
  Subject served(SplittableRandom random) {
    return new SequenceSubject(name, order, start, step, span, secret, random.nextLong(), settings);
  }

  boolean isCycle() {
    return span > 0;
  }

  /** Whether it can be hidden now. */
  boolean isPlain() {
    return span == 0 && secret == null && serviceSeed == null;
  }

  boolean strict() {
    return order == Order.IN_STORE;
  }

  @Override
  Subject rolled(SplittableRandom random) {
    return isReopened
        ? served(random)
        : with(start, step, span, segments(random)).hidden(secret);
  }

  @Override
  Subject differing(SplittableRandom random) {
    if (secret != null && random.nextBoolean()) {
      return hidden(secret.differing(random));
    }
    int changed = random.nextInt(2);
    long from = start + changed;
    long other = (isCycle() ? span : step) + 1 - changed;
    return isCycle()
        ? with(from, 1, other, s -> s.cycle(from, from + other - 1))
        : with(from, other, 0, s -> s.start(from).step(other)).hidden(secret);
  }

  @Override
  Draw open(Node node, String own) {
    if (serviceSeed != null) {
      return new ServedSequence(node, own, this, serviceSeed).draw();
    }
    Secret hiding = secret;
    if (hiding == null) {
      return Draw.of(
          node.mint.sequence(own, settings),
          numbers -> isCycle() ? encoded(numbers, number -> number - start) : numbers);
    }
    IdCipher.Permutation by = hiding.cipher().permutation(own, hiding.count() - 1);
    return Draw.of(
        node.mint.sequence(
            own, settings.andThen(s -> s.opaque(node.host.run.seams.cipher(hiding.cipher())))),
        numbers -> encoded(numbers, number -> start + by.decrypt((number - start) / step) * step));
  }

  private static long[] encoded(long[] numbers, LongUnaryOperator code) {
    return LongStream.of(numbers).map(code).toArray();
  }

  @Override
  String line(int worker) {
    return "seq/" + name;
  }

  @Override
  long positionOf(long id) {
    return isCycle() ? id : (id - start) / step;
  }

  @Override
  String text(long id) {
    return Long.toString(isCycle() ? start + id % span : id);
  }

  @Override
  public String toString() {
    return super.toString() + ": a " + (isCycle() ? "cycle of " + span : "sequence") + " from "
        + start + " by " + step + (secret == null ? "" : ", opaque") + (strict() ? ", strict" : "")
        + (isReopened ? ", of a server's service" : "");
  }
}
