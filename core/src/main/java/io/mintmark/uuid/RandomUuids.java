package io.mintmark.uuid;

import io.mintmark.generator.Description;
import io.mintmark.generator.Generator;
import io.mintmark.internal.batch.BatchSize;
import io.mintmark.internal.batch.RunSink;
import io.mintmark.internal.batch.WordArray;
import io.mintmark.internal.batch.WordBuffer;
import io.mintmark.internal.kind.Built;
import io.mintmark.internal.line.Context;
import io.mintmark.internal.line.SuspensionGate;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;

/**
 * Makes UUIDs of version 4. {@link RandomBits} handles checkpoints. This class handles the closing
 * of the generator.
 */
final class RandomUuids implements UuidGenerator {

  private final String name;
  private final SuspensionGate gate;

  /** Several generators share the random bits, so each generator counts its own ids. */
  private final LongAdder made = new LongAdder();

  static Built<UuidGenerator> make(String name, Context context) {
    RandomUuids made = new RandomUuids(name, context);
    return new Built<>(made, made.gate);
  }

  private RandomUuids(String name, Context context) {
    this.name = name;
    RandomBits.prepare();
    this.gate = new SuspensionGate(name, context);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public UUID next() {
    gate.pass();
    UUID next = RandomBits.nextUuid();
    made.increment();
    return next;
  }

  @Override
  public void fill(long[] ids) {
    int unused = BatchSize.of(ids, 2);
    fill(new WordArray(ids, 2, RandomWords.NUMBERS));
  }

  @Override
  public void fill(ByteBuffer ids) {
    int unused = BatchSize.of(ids, 2 * Long.BYTES);
    fill(new WordBuffer(ids, ByteOrder.LITTLE_ENDIAN, 2, RandomWords.REVERSED));
    ids.position(ids.limit());
  }

  /**
   * Makes a batch. If the process was suspended meanwhile, makes the whole batch again, because
   * every restored copy has the bits that were drawn before the suspension.
   */
  private void fill(RunSink sink) {
    int count = sink.count();
    long before;
    do {
      gate.pass();
      before = RandomBits.suspensions();
      sink.clear();
      sink.add(-1, 0, count);
    } while (RandomBits.suspensions() != before);
    made.add(count);
  }

  @Override
  public CompletableFuture<List<UUID>> nextBatchAsync(int count) {
    Generator.checkCount(count);
    return gate.passAsync(
        () -> RandomBits.isSuspended() ? Optional.empty() : Optional.of(nextBatch(count)));
  }

  @Override
  public long made() {
    return made.sum();
  }

  @Override
  public Description describe() {
    return new Description(
        name, kind(), Map.of("layout", "version 4: 122 random bits", "order", "none"), List.of());
  }
}
