package io.mintmark.generator;

import io.mintmark.error.MintmarkException;
import io.mintmark.internal.batch.BatchSize;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/**
 * A source of 64-bit ids, unique among all processes that share its store.
 *
 * <p>Gaps are normal: a crash or a lost reply burns ids, which means that they are claimed but
 * never used. Thread-safe.
 *
 * <p>Code that only needs the next id can take a {@link LongSupplier}; a test then passes a lambda.
 * Only Mintmark implements this interface. Later versions may add methods.
 *
 * <pre>{@code
 * import io.mintmark.Mintmark;
 * import io.mintmark.generator.LongGenerator;
 * import java.util.function.LongSupplier;
 *
 * try (Mintmark mint = Mintmark.open("memory:")) {
 *   LongGenerator users = mint.snowflake("users");
 *   long[] batch = users.nextBatch(100);
 *   String text = users.nextText();
 *   LongSupplier ids = users;
 * }
 * }</pre>
 */
public interface LongGenerator extends Generator, LongSupplier {

  /**
   * Returns the next id. Takes nanoseconds while claimed ids are left. Otherwise the call waits for
   * a claim on the store, at most the claim timeout. A strict sequence claims each number
   * separately. There, a call may exceed the claim timeout by one call to the store, or by two for
   * the sequence's first number. The store's own timeout limits each of these calls.
   *
   * @return an id that was never returned before, except by a sequence with a cycle
   * @throws MintmarkException if no id could be made; no id is issued
   */
  long next();

  /** Returns {@link #next()}. */
  @Override
  default long getAsLong() {
    return next();
  }

  /**
   * Returns a batch of ids, in the order in which they were made. If possible, the whole batch
   * costs one atomic step or one claim.
   *
   * @param count the number of ids, 1 to {@value Generator#MAX_BATCH}
   * @return the ids
   * @throws IllegalArgumentException if count is out of range; no id is issued
   * @throws MintmarkException if not all ids could be made; the ids already made are burned
   */
  default long[] nextBatch(int count) {
    BatchSize.check(count);
    long[] ids = new long[count];
    fill(ids);
    return ids;
  }

  /**
   * Makes a batch of ids like {@link #nextBatch(int)}, into an array of the caller.
   *
   * @param ids the array to fill completely, in the order in which ids are made; its length is 1 to
   *     {@value Generator#MAX_BATCH}. After a failure its contents are undefined
   * @throws IllegalArgumentException if the array's length is out of range; no id is issued
   * @throws MintmarkException if not all ids could be made; the ids already made are burned
   */
  void fill(long[] ids);

  /**
   * Makes a batch of ids like {@link #fill(long[])}, as bytes. A direct buffer is filled as fast as
   * one on the heap.
   *
   * @param ids the buffer to fill from its position to its limit, with 8 bytes for each id, always
   *     big-endian. On success the buffer's position is then its limit. After a failure the
   *     buffer's position is unchanged, and its contents are undefined
   * @throws IllegalArgumentException if the remaining bytes are not 1 to {@value
   *     Generator#MAX_BATCH} whole ids; no id is issued
   * @throws java.nio.ReadOnlyBufferException if the buffer is read-only; no id is issued
   * @throws MintmarkException as {@link #fill(long[])} does
   */
  default void fill(ByteBuffer ids) {
    BatchSize.put(nextBatch(BatchSize.of(ids, Long.BYTES)), ids);
  }

  /**
   * Makes a batch of ids like {@link #nextBatch(int)}, and never blocks the caller.
   *
   * <p>If enough ids are claimed, the returned future is already complete. Otherwise it completes
   * when a claim has succeeded or the clock has advanced, at the latest after the claim timeout,
   * with the ids or with the exception that {@link #nextBatch(int)} would throw. No thread waits
   * meanwhile. Callers that wait for a claim or for the clock are served in the order of their
   * calls. In a strict sequence, and wherever else every call makes its own claim, this order holds
   * only among calls of {@code nextBatchAsync}.
   *
   * <p>Code that is chained to the future runs on the thread that completes the future, and other
   * callers wait for that thread. Chain code that blocks or takes long with {@code thenApplyAsync}
   * and your own executor. If the future is cancelled, or completed by other code, its ids are
   * burned.
   *
   * @param count the number of ids, 1 to {@value Generator#MAX_BATCH}
   * @return a future of the ids
   * @throws IllegalArgumentException if count is out of range; no id is issued
   */
  CompletableFuture<long[]> nextBatchAsync(int count);

  /**
   * Makes one id like {@link #nextBatchAsync}. If the future is cancelled, the id is burned.
   *
   * @return a future of the id
   */
  default CompletableFuture<Long> nextAsync() {
    return nextBatchAsync(1).thenApply(ids -> ids[0]);
  }

  @Override
  default String nextText() {
    return Long.toString(next());
  }

  @Override
  default List<String> nextTextBatch(int count) {
    return new NumberTexts(nextBatch(count));
  }

  @Override
  default CompletableFuture<List<String>> nextTextBatchAsync(int count) {
    return nextBatchAsync(count).thenApply(NumberTexts::new);
  }
}
