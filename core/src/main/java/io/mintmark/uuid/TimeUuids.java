package io.mintmark.uuid;

import io.mintmark.generator.Description;
import io.mintmark.internal.batch.BatchSize;
import io.mintmark.internal.kind.Built;
import io.mintmark.internal.line.Context;
import io.mintmark.internal.line.SuspensionGate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;

/**
 * Makes UUIDs of version 1 or 6. In this process, each tick (100 ns) of a node is used for one UUID
 * only.
 *
 * @param givenNode empty for the random node of this process
 * @param count counts the ids of this generator only, because several generators may share the
 *     ticks of a node
 */
record TimeUuids(
    String name,
    int version,
    OptionalLong givenNode,
    NodeTicks ticks,
    SuspensionGate gate,
    LongAdder count)
    implements UuidGenerator {

  static Built<UuidGenerator> make(
      String name, int version, OptionalLong givenNode, Context context) {
    NodeTicks ticks = NodeTicks.of(givenNode, context);
    SuspensionGate gate = new SuspensionGate(name, context);
    return new Built<>(new TimeUuids(name, version, givenNode, ticks, gate, new LongAdder()), gate);
  }

  @Override
  public String kind() {
    return "uuid";
  }

  @Override
  public UUID next() {
    return nextBatch(1).get(0);
  }

  @Override
  public void fill(long[] ids) {
    int made = BatchSize.of(ids, 2);
    gate.pass();
    ticks.fill(version, ids);
    count.add(made);
  }

  @Override
  public List<UUID> nextBatch(int count) {
    return UuidBits.batch(this, count);
  }

  @Override
  public CompletableFuture<List<UUID>> nextBatchAsync(int wanted) {
    BatchSize.check(wanted);
    return gate.isOpen()
        ? counted(wanted)
        : gate.passAsync(() -> Optional.of(wanted)).thenCompose(this::counted);
  }

  private CompletableFuture<List<UUID>> counted(int wanted) {
    return ticks.nextAsync(version, wanted).thenApply(made -> {
      count.add(wanted);
      return made;
    });
  }

  @Override
  public long made() {
    return count.sum();
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
        version == 6
            ? "compared as unsigned numbers, each UUID is above all earlier ones of this generator"
            : "none");
    List<String> warnings = givenNode.isEmpty()
        ? List.of()
        : List.of("With a given node, a tick can be used again after a restart or in another"
            + " process. Then only 14 random bits distinguish the ids, so two ids may be equal.");
    return new Description(name, kind(), facts, warnings);
  }
}
