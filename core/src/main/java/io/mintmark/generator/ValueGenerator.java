package io.mintmark.generator;

import io.mintmark.error.MintmarkException;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A source of ids that are values of a type of their own, such as ObjectIds and UUIDs. Thread-safe.
 *
 * @param <T> the type, whose {@code toString} is the usual text form
 */
public interface ValueGenerator<T> extends Generator {

  /**
   * Returns the next id.
   *
   * @return a new id
   * @throws MintmarkException if none could be made; none is issued
   */
  T next();

  /**
   * Returns a batch of ids, in the order in which they were made.
   *
   * @param count how many, 1 to {@value Generator#MAX_BATCH}
   * @return the ids, unmodifiable
   * @throws IllegalArgumentException if count is out of range; none is issued
   * @throws MintmarkException as {@link #next()} does; what was made of the batch is burned
   */
  List<T> nextBatch(int count);

  /**
   * Makes a batch of ids as {@link #next(int)} does, and never blocks the caller. See {@link
   * LongGenerator#nextAsync} for the thread that completes the future, and what cancelling does.
   *
   * @param count how many, 1 to {@value Generator#MAX_BATCH}
   * @return the ids, when they are made
   * @throws IllegalArgumentException if count is out of range; none is issued
   */
  CompletableFuture<List<T>> nextBatchAsync(int count);

  @Override
  default List<String> nextTextBatch(int count) {
    return nextBatch(count).stream().map(T::toString).toList();
  }

  @Override
  default CompletableFuture<List<String>> nextTextBatchAsync(int count) {
    return nextBatchAsync(count).thenApply(ids -> ids.stream().map(T::toString).toList());
  }
}
