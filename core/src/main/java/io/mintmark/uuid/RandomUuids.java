package io.mintmark.uuid;

import io.mintmark.generator.Description;
import io.mintmark.internal.batch.BatchSize;
import io.mintmark.internal.kind.Built;
import io.mintmark.internal.line.Context;
import io.mintmark.internal.line.SuspensionGate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;

/**
 * Makes UUIDs of version 4. {@link RandomBits} handles checkpoints. This class handles the closing
 * of the generator.
 *
 * @param count counts the ids of this generator only, because all generators share the random bits
 */
record RandomUuids(String name, SuspensionGate gate, LongAdder count) implements UuidGenerator {

  static Built<UuidGenerator> make(String name, Context context) {
    SuspensionGate gate = new SuspensionGate(name, context);
    return new Built<>(new RandomUuids(name, gate, new LongAdder()), gate);
  }

  @Override
  public UUID next() {
    gate.pass();
    UUID next = RandomBits.nextUuid();
    count.increment();
    return next;
  }

  /**
   * Makes a batch. If the process was suspended meanwhile, makes the whole batch again, because
   * every restored copy has the bits that were drawn before the suspension.
   */
  @Override
  public void fill(long[] ids) {
    int wanted = BatchSize.of(ids, 2);
    gate.pass();
    long unused = RandomBits.fill(ids, 0, ids.length);
    for (int i = 0; i < ids.length; i += 2) {
      ids[i] = UuidBits.ofVersion(4, ids[i]);
      ids[i + 1] = UuidBits.ofVariant(ids[i + 1]);
    }
    count.add(wanted);
  }

  @Override
  public CompletableFuture<List<UUID>> nextBatchAsync(int wanted) {
    BatchSize.check(wanted);
    return gate.passAsync(
        () -> RandomBits.isSuspended() ? Optional.empty() : Optional.of(nextBatch(wanted)));
  }

  @Override
  public long made() {
    return count.sum();
  }

  @Override
  public Description describe() {
    return new Description(
        name, kind(), Map.of("layout", "version 4: 122 random bits", "order", "none"), List.of());
  }
}
