package io.mintmark.simulation;

import io.mintmark.generator.IdOrder;
import io.mintmark.internal.kind.IdCipher;
import io.mintmark.opaque.OpaqueKey;
import io.mintmark.sequence.SequenceBuilder;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Numbers of a sequence. The number of an opaque sequence is first decrypted with its secret, but
 * not by the sequence's own code. The id is the decrypted number. A number of a cycle is encoded as
 * its place in the cycle, and the oracle looks for a possible position.
 */
final class SequenceSubject extends Subject {

  /** Limited because encrypting and decrypting a number takes microseconds. */
  private static final long MOST_HIDDEN_IDS = 10_000;

  final Range range;
  private final @Nullable Secret secret;

  /** The seed of the service's settings; null if no server's service hands out the numbers. */
  private final @Nullable Long serviceSeed;

  /** How many positions are claimed at a time. */
  record Segments(long least, long most, Duration lasting) {}

  /**
   * The numbers of a sequence or, with a span, of a cycle.
   *
   * @param segments ignored by a strict sequence
   */
  record Range(Order order, long start, long step, long span, Segments segments)
      implements Consumer<SequenceBuilder> {

    @Override
    public void accept(SequenceBuilder s) {
      SequenceBuilder numbers =
          span > 0 ? s.cycle(start, start + span - 1) : s.start(start).step(step);
      if (order != Order.IN_STORE) {
        numbers.segment(segments.least, segments.most).segmentDuration(segments.lasting);
      }
      switch (order) {
        case IN_STORE -> s.strict(true);
        case IN_GENERATOR -> s.strict(false);
        case IN_THREAD -> s.strict(false).order(IdOrder.THREAD);
      }
    }

    Range with(Segments other) {
      return new Range(order, start, step, span, other);
    }

    /** Returns a range that starts one higher, or that has a different step or span. */
    Range differing(int more) {
      return span > 0
          ? new Range(order, start + more, step, span + 1 - more, segments)
          : new Range(order, start + more, step + 1 - more, 0, segments);
    }

    long number(long position) {
      return start + position * step;
    }
  }

  /**
   * The secret that hides the order.
   *
   * @param key a key
   * @param count how many numbers there are
   */
  private record Secret(OpaqueKey key, long count) {

    /**
     * Draws a secret. For half of the secrets, the count of numbers is a power of 2: in this case
     * all hidden numbers change when the count grows by one.
     */
    static Secret draw(SplittableRandom random) {
      long count = IdCipher.MIN_COUNT << random.nextInt(40) | random.nextInt(100_000);
      return new Secret(key(random), random.nextBoolean() ? Long.highestOneBit(count) << 1 : count);
    }

    private static OpaqueKey key(SplittableRandom random) {
      byte[] bytes = new byte[16];
      random.nextBytes(bytes);
      return OpaqueKey.of(bytes);
    }

    /** Returns a secret with a different key or a different count of numbers. */
    Secret differing(SplittableRandom random) {
      return random.nextBoolean()
          ? new Secret(key(random), count)
          : new Secret(key, count + 1 + random.nextInt(100_000));
    }
  }

  private SequenceSubject(
      String name, Range range, @Nullable Secret secret, @Nullable Long serviceSeed) {
    super(name, 1, Scope.STORE, range.order());
    this.range = range;
    this.secret = secret;
    this.serviceSeed = serviceSeed;
    span = range.span();
    isReopened = serviceSeed != null;
    survivesLoss = false;
    end = secret == null ? Long.MAX_VALUE : secret.count();
    // A segment is claimed without reading the line before, so other claims may have moved the
    // line. The part of the segment beyond the end is a gap.
    claimsWithinEnd = strict();
    idsPerSecond = span > 0 || secret != null ? MOST_HIDDEN_IDS : 1_000_000;
  }

  static Subject draw(String name, SplittableRandom random) {
    Order order = order(random.nextInt(3) == 0);
    long start = random.nextLong(100);
    long step = 1 + random.nextLong(5);
    return of(name, new Range(order, start, step, 0, segments(100, 100, 10_000, random)));
  }

  static Subject cycle(String name, SplittableRandom random) {
    Order order = order(random.nextBoolean());
    long minimum = random.nextLong(10);
    long span = 2 + random.nextLong(1L << random.nextInt(8));
    return of(name, new Range(order, minimum, 1, span, segments(20, 20, 2_000, random)));
  }

  /** Draws a sequence of which each thread takes several numbers at once. */
  static Subject ofThreads(String name, SplittableRandom random) {
    Segments segments = segments(50, 50, 5_000, random);
    return of(name, new Range(Order.IN_THREAD, 0, 1 + random.nextLong(2), 0, segments));
  }

  private static SequenceSubject of(String name, Range range) {
    return new SequenceSubject(name, range, null, null);
  }

  private static Order order(boolean strict) {
    return strict ? Order.IN_STORE : Order.IN_GENERATOR;
  }

  private static Segments segments(int leasts, int factor, int lastings, SplittableRandom random) {
    long least = 1 + random.nextLong(leasts);
    Duration lasting = Duration.ofMillis(1 + random.nextInt(lastings));
    return new Segments(least, least * factor, lasting);
  }

  private SequenceSubject hidden(@Nullable Secret by) {
    return new SequenceSubject(name, range, by, serviceSeed);
  }

  /** Returns this sequence with a secret. */
  Subject hidden(SplittableRandom random) {
    return hidden(Secret.draw(random));
  }

  /** Returns this sequence, handed out by a server's service. */
  Subject served(SplittableRandom random) {
    return new SequenceSubject(name, range, secret, random.nextLong());
  }

  boolean isCycle() {
    return span > 0;
  }

  /** Whether it can be given a secret. */
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
        : of(name, range.with(segments(50, 50, 5_000, random))).hidden(secret);
  }

  @Override
  Subject differing(SplittableRandom random) {
    if (secret != null && random.nextBoolean()) {
      return hidden(secret.differing(random));
    }
    return of(name, range.differing(random.nextInt(2))).hidden(secret);
  }

  @Override
  Draw open(Node node, String own) {
    if (serviceSeed != null) {
      return new ServedSequence(node, own, this, serviceSeed).draw();
    }
    Secret hiding = secret;
    if (hiding == null) {
      return Draw.of(
          node.mint.sequence(own, range),
          numbers -> isCycle() ? encoded(numbers, number -> number - range.start) : numbers);
    }
    IdCipher.Permutation by = hiding.key().permutation(own, hiding.count() - 1);
    Consumer<SequenceBuilder> opaque = range.andThen(s ->
        s.opaque(node.host.run.seams.key(hiding.key())).maximum(range.number(hiding.count() - 1)));
    return Draw.of(
        node.mint.sequence(own, opaque),
        numbers -> encoded(numbers, number -> range.number(by.decrypt(positionOf(number)))));
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
    return isCycle() ? id : (id - range.start) / range.step;
  }

  @Override
  String text(long id) {
    return Long.toString(isCycle() ? range.start + id % span : id);
  }

  @Override
  public String toString() {
    return super.toString() + ": a " + (isCycle() ? "cycle of " + span : "sequence") + " from "
        + range.start + " by " + range.step + (secret == null ? "" : ", opaque")
        + (strict() ? ", strict" : "")
        + (isReopened ? ", of a server's service" : "");
  }
}
