package io.mintmark.uuid;

import io.mintmark.generator.Description;
import io.mintmark.generator.IdOrder;
import io.mintmark.generator.OnClockBehind;
import io.mintmark.internal.batch.BatchSize;
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
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * Makes UUIDs of versions 1, 6 and 7 from the positions of a {@link LocalLine}, a counter in this
 * process that hands out each position once.
 *
 * <p>In versions 1 and 6, a position is a tick of 100 ns. In this process, each tick of a node is
 * used for one UUID only, see {@link NodeTicks}.
 *
 * <p>In version 7, the high bits of a position are milliseconds, and its low 20 bits are a counter.
 * In each millisecond in which an id is requested, the counter starts at a random value in its
 * lower half. So two processes seldom use the same counter values, and at least half of the values
 * are available. When they are used up, counting continues in the next millisecond. The remaining
 * 54 bits of a UUID are random in each UUID.
 */
record LineUuids(String name, UuidSettings settings, LocalLine line) implements UuidGenerator {

  private static final int ORDERED = 7;
  private static final int COUNTER_BITS = OrderedWords.COUNTER_BITS;
  private static final long MAX_AHEAD_MS = 1_000;

  /**
   * A position has 63 bits, of which the counter of version 7 uses 20. So only 43 of the 48 bits
   * for the time can be used. This time ends in 2248.
   */
  private static final TickRules RULES = new TickRules(
      TickScale.of(0, 1),
      1L << COUNTER_BITS,
      (1L << (Long.SIZE - 1 - COUNTER_BITS)) - 1,
      MAX_AHEAD_MS,
      Long.MAX_VALUE,
      OnClockBehind.WAIT);

  private record RandomStart(RandomGenerator random) implements LongSupplier {

    @Override
    public long getAsLong() {
      return random.nextInt(1 << (COUNTER_BITS - 1));
    }
  }

  static Built<UuidGenerator> make(String name, UuidSettings settings, Context context) {
    LocalLine line;
    if (settings.version() == ORDERED) {
      RandomStart start = new RandomStart(context.randoms().get());
      IdForm form = new IdForm(PositionCode.PLAIN, start, settings.order());
      line = LocalLines.unclaimed(name, RULES, form, context);
    } else {
      line = NodeTicks.line(name, settings.node(), context);
    }
    return new Built<>(new LineUuids(name, settings, line), line);
  }

  @Override
  public UUID next() {
    if (settings.version() != ORDERED) {
      return nextBatch(1).get(0); // A batch is made again if a snapshot is taken meanwhile.
    }
    long position = line.next();
    return new UUID(OrderedWords.high(position), OrderedWords.low(position, RandomBits.next()));
  }

  @Override
  public void fill(long[] ids) {
    line.fill(BatchSize.of(ids, 2), encoder().into(ids, 2), false);
  }

  @Override
  public CompletableFuture<List<UUID>> nextBatchAsync(int count) {
    BatchSize.check(count);
    long[] words = new long[2 * count];
    return line.fillAsync(count, encoder().into(words, 2), false, () -> UuidBits.uuids(words));
  }

  /** Returns the encoder that makes both halves of UUIDs from positions. */
  private WordEncoder encoder() {
    int version = settings.version();
    return version == ORDERED
        ? OrderedWords::encode
        : (low, start, count, into, from) -> {
          for (int i = 0; i < count; i++) {
            into[from + 2 * i] =
                version == 1 ? UuidBits.highOfV1(start + i) : UuidBits.highOfV6(start + i);
            into[from + 2 * i + 1] = low;
          }
        };
  }

  @Override
  public long made() {
    return line.made();
  }

  @Override
  public Description describe() {
    int version = settings.version();
    TickRules rules = version == ORDERED ? RULES : NodeTicks.RULES;
    String bits = version == ORDERED
        ? ": 48 bits of milliseconds, 20 counter, 54 random"
        : ": 60 bits of 100 ns, 14 clock sequence, 48 node";
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("layout", "version " + version + bits);
    facts.put("capacity-per-second", Long.toString(1000 * rules.capacity()));
    facts.put(
        "time-ends", Instant.ofEpochMilli(rules.scale().timeMs(rules.ticks())).toString());
    if (version != ORDERED) {
      facts.put("node", settings.node().isPresent() ? "given" : "random");
    }
    String of = settings.order() == IdOrder.THREAD ? "of the same thread" : "of this generator";
    facts.put(
        "order",
        version == 1
            ? "none"
            : "compared as unsigned numbers, each UUID is above all earlier ones " + of);
    List<String> warnings = settings.node().isEmpty()
        ? List.of()
        : List.of("With a given node, a tick can be used again after a restart or in another"
            + " process. Then only 14 random bits distinguish the ids, so two ids may be equal.");
    return new Description(name, kind(), facts, warnings);
  }
}
