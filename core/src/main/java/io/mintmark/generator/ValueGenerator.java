package io.mintmark.generator;

import io.mintmark.error.MintmarkException;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A source of ids that have a type of their own, such as ObjectIds and UUIDs. Thread-safe.
 *
 * @param <T> the type of the ids; its {@code toString} returns the usual text form
 */
public interface ValueGenerator<T> extends Generator {

  /**
   * Returns the next id.
   *
   * @return a new id
   * @throws MintmarkException if no id could be made; no id is issued
   */
  T next();

  /**
   * Returns a batch of ids, in the order in which they were made.
   *
   * @param count the number of ids, 1 to {@value Generator#MAX_BATCH}
   * @return the ids, unmodifiable
   * @throws IllegalArgumentException if count is out of range; no id is issued
   * @throws MintmarkException as {@link #next()} does; ids already made for the batch are burned
   */
  List<T> next(int count);

  /**
   * Makes a batch of ids like {@link #next(int)}, and never blocks the caller. {@link
   * LongGenerator#nextAsync} describes which thread completes the future, and the effect of
   * cancelling.
   *
   * @param count the number of ids, 1 to {@value Generator#MAX_BATCH}
   * @return a future of the ids
   * @throws IllegalArgumentException if count is out of range; no id is issued
   */
  CompletableFuture<List<T>> nextAsync(int count);

  @Override
  default List<String> nextTexts(int count) {
    return next(count).stream().map(T::toString).toList();
  }

  @Override
  default CompletableFuture<List<String>> nextTextsAsync(int count) {
    return nextAsync(count).thenApply(ids -> ids.stream().map(T::toString).toList());
  }
}
