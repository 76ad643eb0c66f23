package io.mintmark.generator;

import io.mintmark.error.MintmarkException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * A source of ids that have a type of their own, such as ObjectIds and UUIDs, or are text, such as
 * readable keys. Thread-safe.
 *
 * <p>Code that only needs the next id can take a {@link Supplier}; a test then passes a lambda.
 * Only Mintmark implements this interface. Later versions may add methods.
 *
 * @param <T> the type of the ids; its {@code toString} returns the usual text form
 */
public interface ValueGenerator<T> extends Generator, Supplier<T> {

  /**
   * Returns the next id.
   *
   * @return a new id
   * @throws MintmarkException if no id could be made; no id is issued
   */
  T next();

  /** Returns {@link #next()}. */
  @Override
  default T get() {
    return next();
  }

  /**
   * Returns a batch of ids, in the order in which they were made.
   *
   * @param count the number of ids, 1 to {@value Generator#MAX_BATCH}
   * @return the ids, unmodifiable
   * @throws IllegalArgumentException if count is out of range; no id is issued
   * @throws MintmarkException as {@link #next()} does; ids already made for the batch are burned
   */
  List<T> nextBatch(int count);

  /**
   * Makes a batch of ids like {@link #nextBatch(int)}, and never blocks the caller. {@link
   * LongGenerator#nextBatchAsync} describes which thread completes the future, and the effect of
   * cancelling.
   *
   * @param count the number of ids, 1 to {@value Generator#MAX_BATCH}
   * @return a future of the ids
   * @throws IllegalArgumentException if count is out of range; no id is issued
   */
  CompletableFuture<List<T>> nextBatchAsync(int count);

  /**
   * Makes one id like {@link #nextBatchAsync}. If the future is cancelled, the id is burned.
   *
   * @return a future of the id
   */
  default CompletableFuture<T> nextAsync() {
    return nextBatchAsync(1).thenApply(ids -> ids.get(0));
  }

  @Override
  default String nextText() {
    return next().toString();
  }

  @Override
  default List<String> nextTextBatch(int count) {
    return nextBatch(count).stream().map(T::toString).toList();
  }

  @Override
  default CompletableFuture<List<String>> nextTextBatchAsync(int count) {
    return nextBatchAsync(count).thenApply(ids -> ids.stream().map(T::toString).toList());
  }
}
