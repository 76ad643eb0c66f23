package io.mintmark.uuid;

import io.mintmark.generator.Description;
import io.mintmark.generator.IdOrder;
import io.mintmark.generator.OnClockBehind;
import io.mintmark.internal.batch.WordEncoder;
import io.mintmark.internal.kind.Built;
import io.mintmark.internal.line.Context;
import io.mintmark.internal.line.LocalLine;
import io.mintmark.internal.line.LocalLines;
import io.mintmark.internal.line.LocalLines.IdForm;
import io.mintmark.internal.line.PositionCode;
import io.mintmark.internal.line.TickRules;
import io.mintmark.internal.line.TickScale;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * Makes UUIDs of version 7 from the positions of a {@link LocalLine}, a counter in this process
 * that hands out each position once. The high bits of a position are milliseconds, and its low 20
 * bits are a counter. In each millisecond in which an id is requested, the counter starts at a
 * random value in its lower half. So two processes seldom use the same counter values, and at least
 * half of the values are available. When they are used up, counting continues in the next
 * millisecond. The remaining 54 bits of a UUID are random in each UUID.
 */
record OrderedUuids(String name, IdOrder order, LocalLine line) implements LineUuids {

  private static final int COUNTER_BITS = OrderedWords.COUNTER_BITS;
  private static final long MAX_AHEAD_MS = 1_000;

  /**
   * A position has 63 bits, of which the counter uses 20. So only 43 of the 48 bits for the time
   * can be used. This time ends in 2248.
   */
  private static final TickRules RULES = new TickRules(
      TickScale.of(0, 1),
      1L << COUNTER_BITS,
      (1L << (Long.SIZE - 1 - COUNTER_BITS)) - 1,
      MAX_AHEAD_MS,
      Long.MAX_VALUE,
      OnClockBehind.WAIT);

  private static final class RandomStart implements LongSupplier {

    private final RandomGenerator random;

    RandomStart(RandomGenerator random) {
      this.random = random;
    }

    @Override
    public long getAsLong() {
      return random.nextInt(1 << (COUNTER_BITS - 1));
    }
  }

  static Built<UuidGenerator> make(String name, IdOrder order, Context context) {
    RandomStart start = new RandomStart(context.randoms().get());
    IdForm form = new IdForm(PositionCode.PLAIN, start, order);
    LocalLine line = LocalLines.unclaimed(name, RULES, form, context);
    return new Built<>(new OrderedUuids(name, order, line), line);
  }

  @Override
  public UUID next() {
    long position = line.next();
    return new UUID(OrderedWords.high(position), OrderedWords.low(position, RandomBits.next()));
  }

  @Override
  public WordEncoder encoder() {
    return OrderedWords::encode;
  }

  @Override
  public Description describe() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("layout", "version 7: 48 bits of milliseconds, 20 counter, 54 random");
    facts.put("capacity-per-second", Long.toString(1000 * RULES.capacity()));
    facts.put("time-ends", Instant.ofEpochMilli(RULES.ticks()).toString());
    String of = order == IdOrder.THREAD ? "of the same thread" : "of this generator";
    facts.put("order", "compared as unsigned numbers, each UUID is above all earlier ones " + of);
    return new Description(name, kind(), facts, List.of());
  }
}
