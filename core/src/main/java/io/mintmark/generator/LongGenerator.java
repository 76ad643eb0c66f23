package io.mintmark.generator;

import io.mintmark.error.MintmarkException;
import io.mintmark.internal.batch.BatchSize;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/**
 * A source of 64-bit ids, unique among all processes that share its store.
 *
 * <p>Gaps are normal: a crash or a lost reply burns ids. Thread-safe.
 *
 * <p>Code that only needs the next id can take a {@link LongSupplier}: a test then passes a lambda.
 * Only Mintmark implements this interface, and later versions may add methods.
 */
public interface LongGenerator extends Generator, LongSupplier {

  /**
   * Returns the next id. Takes nanoseconds while what is claimed lasts; when more has to be
   * claimed, it waits for the store, at most the claim timeout. A strict sequence may wait one call
   * to the store longer, two at its first number; the store's own timeout bounds each.
   *
   * @return an id never returned before, except by a sequence with a cycle
   * @throws MintmarkException if none could be made; none is issued
   */
  long next();

  /** Returns {@link #next()}. */
  @Override
  default long getAsLong() {
    return next();
  }

  /**
   * Returns a batch of ids, in the order in which they were made, for one claim or one atomic step
   * where what is claimed allows it.
   *
   * @param count how many, 1 to {@value Generator#MAX_BATCH}
   * @return the ids
   * @throws IllegalArgumentException if count is out of range; none is issued
   * @throws MintmarkException if not all could be made; what was made is burned
   */
  default long[] nextBatch(int count) {
    Generator.checkCount(count);
    long[] ids = new long[count];
    fill(ids);
    return ids;
  }

  /**
   * Makes a batch of ids as {@link #next(int)} does, into an array of the caller's.
   *
   * @param ids is filled as a whole, in the order in which ids are made; for 1 to {@value
   *     Generator#MAX_BATCH} of them. After a failure its contents are of no use
   * @throws IllegalArgumentException if its length is out of range; none is issued
   * @throws MintmarkException if not all could be made; what was made is burned
   */
  void fill(long[] ids);

  /**
   * Makes a batch of ids as {@link #fill(long[])} does, as bytes.
   *
   * @param ids is filled as a whole, with 8 bytes for each id, big-endian
   * @throws IllegalArgumentException if it is not for 1 to {@value Generator#MAX_BATCH} whole ids;
   *     none is issued
   * @throws MintmarkException as {@link #fill(long[])} does
   */
  default void fill(byte[] ids) {
    fill(ByteBuffer.wrap(Objects.requireNonNull(ids, "ids")));
  }

  /**
   * Makes a batch of ids as {@link #fill(long[])} does, as bytes. Buffers outside of the heap are
   * filled as fast.
   *
   * @param ids is filled from its position to its limit, with 8 bytes for each id, big-endian
   *     whatever its order is. Then its position is at its limit; after a failure it is where it
   *     was, and the bytes are of no use
   * @throws IllegalArgumentException if there is not room for 1 to {@value Generator#MAX_BATCH}
   *     whole ids; none is issued
   * @throws java.nio.ReadOnlyBufferException if it cannot be written; none is issued
   * @throws MintmarkException as {@link #fill(long[])} does
   */
  default void fill(ByteBuffer ids) {
    long[] made = nextBatch(BatchSize.of(ids, Long.BYTES));
    ids.slice().order(ByteOrder.BIG_ENDIAN).asLongBuffer().put(made);
    ids.position(ids.limit());
  }

  /**
   * Makes a batch of ids as {@link #next(int)} does, and never blocks the caller.
   *
   * <p>The future is complete already if what is claimed is enough. Else it completes when a claim
   * has arrived or the clock has come there, by the claim timeout at the latest, with the ids or
   * with what {@link #next(int)} throws. No thread waits for it meanwhile. Callers that wait for a
   * claim or for the clock are served in the order in which they came. Where every call claims for
   * itself, as in a strict sequence, this holds among calls of {@code nextAsync} only.
   *
   * <p>Code chained to the future runs on the thread that completes it, and other callers wait for
   * that thread: chain code that blocks or takes long with {@code thenApplyAsync} and an executor
   * of your own. If the future is cancelled, or completed by somebody else, its ids are burned.
   *
   * @param count how many, 1 to {@value Generator#MAX_BATCH}
   * @return the ids, when they are made
   * @throws IllegalArgumentException if count is out of range; none is issued
   */
  CompletableFuture<long[]> nextBatchAsync(int count);

  /**
   * Returns the next id, as {@link #nextBatchAsync} returns several. If the future is cancelled,
   * the id is burned.
   *
   * @return the id, when it is made
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
