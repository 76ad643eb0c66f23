package io.mintmark.uuid;

import io.mintmark.error.MintmarkException;
import io.mintmark.generator.Generator;
import io.mintmark.internal.line.Checkpoints;
import io.mintmark.internal.line.Context;
import io.mintmark.internal.line.Suspendable;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * A source of UUIDs as RFC 9562 lays them out, without a store.
 *
 * <p>Scope: unique everywhere by random bits; each factory says by how many, and what is unique by
 * counting. Blocking: none at the usual speed; versions 1, 6 and 7 wait at most the claim timeout
 * where ids come faster than their time stamps. Thread-safe.
 */
public interface UuidGenerator extends Generator {

  /**
   * Makes a generator of version 4: 122 random bits that cannot be guessed, and no order.
   *
   * @param name what to call it
   * @param context how long a caller waits while suspended
   * @return a generator; suspended around checkpoints by itself
   */
  static UuidGenerator v4(String name, Context context) {
    return registered(new RandomUuids(name, context));
  }

  /**
   * Makes a generator of version 7: milliseconds, then a counter of 20 bits, then 54 random bits
   * (RFC 9562 section 6.2, method 1). Each is above all that this generator made before, in {@link
   * UuidOrder}, and so differs from them; a clock that steps back freezes the time, and the count
   * goes on. Between generators, also of one process, it is the random bits that keep ids apart.
   *
   * @param name what to call it
   * @param context clocks and deadline
   * @return a generator; suspended around checkpoints by itself
   */
  static UuidGenerator v7(String name, Context context) {
    return registered(new OrderedUuids(name, context));
  }

  /**
   * Makes a generator of version 1: 100 ns ticks, a random clock sequence and a random node,
   * together 61 random bits. All generators of versions 1 and 6 in this process that have a random
   * node have the same, and each tick of it is used once.
   *
   * @param name what to call it
   * @param context clocks and deadline
   * @return a generator; suspended around checkpoints by itself
   */
  static UuidGenerator v1(String name, Context context) {
    return new TimeUuids(name, 1, OptionalLong.empty(), context);
  }

  /**
   * Makes a generator of version 1 with a node of the caller's, such as {@link UuidNode#ofMac}.
   * All generators of the node in this process share its ticks, and each is used once. Over
   * restarts and between processes with one node it is the 14 random bits of the clock sequence
   * that keep ids apart where the clocks overlap: that is likely, not certain.
   *
   * @param name what to call it
   * @param node 48 bits
   * @param context clocks and deadline
   * @return a generator; suspended around checkpoints by itself
   * @throws IllegalArgumentException if the node does not fit its bits
   */
  static UuidGenerator v1(String name, long node, Context context) {
    return new TimeUuids(name, 1, OptionalLong.of(node), context);
  }

  /**
   * Makes a generator of version 6: the fields of version 1 in the order of time. Each is above all
   * that this generator made before, in {@link UuidOrder}.
   *
   * @param name what to call it
   * @param context clocks and deadline
   * @return a generator; suspended around checkpoints by itself
   */
  static UuidGenerator v6(String name, Context context) {
    return new TimeUuids(name, 6, OptionalLong.empty(), context);
  }

  /**
   * Makes a generator of version 6 with a node of the caller's, see {@link #v1(String, long,
   * Context)}.
   *
   * @param name what to call it
   * @param node 48 bits
   * @param context clocks and deadline
   * @return a generator; suspended around checkpoints by itself
   * @throws IllegalArgumentException if the node does not fit its bits
   */
  static UuidGenerator v6(String name, long node, Context context) {
    return new TimeUuids(name, 6, OptionalLong.of(node), context);
  }

  private static <G extends UuidGenerator & Suspendable> UuidGenerator registered(G generator) {
    Checkpoints.add(generator);
    return generator;
  }

  @Override
  default String kind() {
    return "uuid";
  }

  /**
   * Returns the next UUID.
   *
   * @return a UUID that this generator never made before
   * @throws MintmarkException if the clock is outside the time bits, or the process was suspended
   *     for a checkpoint for too long; none is issued
   */
  UUID next();

  /**
   * Returns a batch of UUIDs, in the order in which they were made.
   *
   * @param count how many, 1 to {@value Generator#MAX_BATCH}
   * @return the UUIDs, unmodifiable
   * @throws IllegalArgumentException if count is out of range; none is issued
   * @throws MintmarkException as {@link #next()} does; what was made is burned
   */
  List<UUID> next(int count);

  /**
   * Makes a batch of UUIDs as {@link #next(int)} does, and never blocks the caller: the future is
   * complete already, unless ids come faster than their time stamps or the process is suspended for
   * a checkpoint. See {@link io.mintmark.generator.LongGenerator#nextAsync} for its thread, and
   * what cancelling does.
   *
   * @param count how many, 1 to {@value Generator#MAX_BATCH}
   * @return the UUIDs, when they are made
   * @throws IllegalArgumentException if count is out of range; none is issued
   */
  CompletableFuture<List<UUID>> nextAsync(int count);

  @Override
  default List<String> nextTexts(int count) {
    return next(count).stream().map(UUID::toString).toList();
  }
}
