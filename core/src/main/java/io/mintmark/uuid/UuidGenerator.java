package io.mintmark.uuid;

import io.mintmark.error.MintmarkException;
import io.mintmark.generator.Generator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * A source of UUIDs as RFC 9562 lays them out, without a store.
 *
 * <p>Scope: unique everywhere by random bits; {@link UuidBuilder#version} says of each version by
 * how many, and what is unique by counting. Blocking: none at the usual speed; versions 1, 6 and 7
 * wait at most the claim timeout where ids come faster than their time stamps. Thread-safe.
 */
public interface UuidGenerator extends Generator {

  @Override
  default String kind() {
    return "uuid";
  }

  /**
   * Returns the next UUID.
   *
   * @return a new UUID; versions 1, 6 and 7 never repeat in this generator, version 4 differs by
   *     its 122 random bits
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

  @Override
  default CompletableFuture<List<String>> nextTextsAsync(int count) {
    return nextAsync(count).thenApply(ids -> ids.stream().map(UUID::toString).toList());
  }
}
