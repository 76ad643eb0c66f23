package io.mintmark.uuid;

import io.mintmark.generator.Description;
import io.mintmark.generator.Generator;
import io.mintmark.internal.batch.BatchSize;
import io.mintmark.internal.batch.RunSink;
import io.mintmark.internal.batch.WordArray;
import io.mintmark.internal.batch.WordBuffer;
import io.mintmark.internal.batch.WordEncoder;
import io.mintmark.internal.kind.Built;
import io.mintmark.internal.line.Context;
import io.mintmark.internal.line.SuspensionGate;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;

/**
 * Makes UUIDs of version 1 or 6. In this process, each tick of a node is used for one UUID only.
 */
final class TimeUuids implements UuidGenerator {

  private final String name;
  private final int version;
  private final OptionalLong givenNode;
  private final NodeTicks ticks;
  private final SuspensionGate gate;

  /** Several generators may share the ticks of a node, so each generator counts its own ids. */
  private final LongAdder made = new LongAdder();

  static Built<UuidGenerator> make(
      String name, int version, OptionalLong givenNode, Context context) {
    TimeUuids made = new TimeUuids(name, version, givenNode, context);
    return new Built<>(made, made.gate);
  }

  private TimeUuids(String name, int version, OptionalLong givenNode, Context context) {
    this.name = name;
    this.version = version;
    this.givenNode = givenNode;
    this.ticks = NodeTicks.of(givenNode, context);
    this.gate = new SuspensionGate(name, context);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public UUID next() {
    gate.pass();
    UUID next = ticks.next(version);
    made.increment();
    return next;
  }

  @Override
  public void fill(long[] ids) {
    fill(BatchSize.of(ids, 2), encoder -> new WordArray(ids, 2, encoder));
  }

  @Override
  public void fill(ByteBuffer ids) {
    int count = BatchSize.of(ids, 2 * Long.BYTES);
    fill(count, encoder -> new WordBuffer(ids, ByteOrder.BIG_ENDIAN, 2, encoder));
    ids.position(ids.limit());
  }

  private void fill(int count, Function<WordEncoder, RunSink> sink) {
    gate.pass();
    ticks.fill(version, sink);
    made.add(count);
  }

  @Override
  public CompletableFuture<List<UUID>> nextBatchAsync(int count) {
    Generator.checkCount(count);
    return gate.isOpen()
        ? counted(count)
        : gate.passAsync(() -> Optional.of(count)).thenCompose(this::counted);
  }

  private CompletableFuture<List<UUID>> counted(int count) {
    return ticks.nextAsync(version, count).thenApply(next -> {
      made.add(count);
      return next;
    });
  }

  @Override
  public long made() {
    return made.sum();
  }

  @Override
  public Description describe() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("layout", "version " + version + ": 60 bits of 100 ns, 14 clock sequence, 48 node");
    facts.put("capacity-per-second", Long.toString(1000 * NodeTicks.TICKS_PER_MS));
    facts.put(
        "time-ends",
        UuidBits.GREGORIAN_EPOCH.plusMillis(NodeTicks.RULES.ticks()).toString());
    facts.put("node", givenNode.isPresent() ? "given" : "random");
    facts.put(
        "order",
        version == 6 ? "each is above all before it from this generator, unsigned" : "none");
    List<String> warnings = givenNode.isEmpty()
        ? List.of()
        : List.of("With a given node, 14 random bits keep ids apart over restarts and between"
            + " processes where clocks stepped back: likely, not certain.");
    return new Description(name, kind(), facts, warnings);
  }
}
