package io.mintmark.uuid;

import io.mintmark.generator.Description;
import io.mintmark.generator.Generator;
import io.mintmark.internal.kind.Built;
import io.mintmark.internal.line.Context;
import io.mintmark.internal.line.SuspensionGate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/** Version 4. Checkpoints bear on {@link RandomBits}; here is only what a generator can be told. */
final class RandomUuids implements UuidGenerator {

  private final String name;
  private final SuspensionGate gate;

  /** The random bits are shared, so their position does not tell. */
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
  public List<UUID> next(int count) {
    Generator.checkCount(count);
    return Stream.generate(this::next).limit(count).toList();
  }

  @Override
  public CompletableFuture<List<UUID>> nextAsync(int count) {
    Generator.checkCount(count);
    return gate.passAsync(
        () -> RandomBits.isSuspended() ? Optional.empty() : Optional.of(next(count)));
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
