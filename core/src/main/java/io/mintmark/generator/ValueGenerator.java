package io.mintmark.generator;

import io.mintmark.error.MintmarkException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * A source of ids that are values of a type of their own, such as ObjectIds, UUIDs, and
 * readable keys as text. Thread-safe.
 *
 * <p>Code that only needs the next id can take a {@link Supplier}: a test then passes a lambda.
 * Only Mintmark implements this interface, and later versions may add methods.
 *
 * @param <T> the type, whose {@code toString} is the usual text form
 */
public interface ValueGenerator<T> extends Generator, Supplier<T> {

  /**
   * Returns the next id.
   *
   * @return a new id
   * @throws MintmarkException if none could be made; none is issued
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

  /**
   * Returns the next id, as {@link #nextBatchAsync} returns several. If the future is cancelled,
   * the id is burned.
   *
   * @return the id, when it is made
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
