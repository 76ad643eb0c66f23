package io.mintmark.internal.line;

import io.mintmark.error.MintmarkException;
import io.mintmark.generator.Supply;
import io.mintmark.internal.batch.RunSink;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Hands out the positions from which a generator makes its ids, each position once. They are
 * claimed ahead ({@link LocalLine}), or by each call ({@link ClaimQueue}). Thread-safe.
 */
public interface Positions extends Lifecycle {

  /**
   * Makes the next id.
   *
   * @return the id
   * @throws MintmarkException if no position is available within the claim timeout
   */
  long next();

  /**
   * Makes an id of any type from the next position. Used only for kinds whose {@code long} ids
   * equal their positions.
   *
   * @param argument a value that is passed to the encoder
   * @param encoder makes the id
   * @param <T> the id
   * @return the id
   * @throws MintmarkException if no position is available within the claim timeout
   */
  <T> T next(long argument, Encoder<T> encoder);

  /**
   * Makes a batch of ids.
   *
   * @param count the number of ids, 1 or more
   * @param sink receives the positions, in their order
   * @param whole whether the positions must be consecutive and, if they carry time, in one tick;
   *     the positions of one claim always are
   * @throws MintmarkException if not all ids could be made before the deadline; the positions taken
   *     are burned
   */
  void fill(long count, RunSink sink, boolean whole);

  /**
   * Makes a batch of ids as {@link #fill} does, without blocking the caller.
   *
   * @param count the number of ids, 1 or more
   * @param sink receives the positions, in their order
   * @param whole see {@link #fill}
   * @param made makes the result when the batch is complete, on the thread that completes the
   *     future
   * @param <T> the result
   * @return a future of the result. It is already complete if enough positions are claimed.
   *     Otherwise it completes when a claim or the clock allows it, at the latest at the deadline,
   *     and fails with the exceptions that {@link #fill} throws
   */
  <T> CompletableFuture<T> fillAsync(long count, RunSink sink, boolean whole, Supplier<T> made);

  /**
   * Takes consecutive positions.
   *
   * @param count how many
   * @return the last of them
   * @throws MintmarkException as {@link #fill} does
   */
  default long reserve(long count) {
    long[] last = new long[1];
    fill(count, lastInto(last), true);
    return last[0];
  }

  /**
   * Takes consecutive positions as {@link #reserve} does, without blocking the caller.
   *
   * @param count how many
   * @param made makes the result from the last position
   * @param <T> the result
   * @return a future of the result
   */
  default <T> CompletableFuture<T> reserveAsync(long count, LongFunction<T> made) {
    long[] last = new long[1];
    return fillAsync(count, lastInto(last), true, () -> made.apply(last[0]));
  }

  private static RunSink lastInto(long[] last) {
    return (worker, start, count, made) -> {
      last[0] = start + count - 1;
      return count;
    };
  }

  /**
   * Returns how many ids were made.
   *
   * @return the count
   */
  long made();

  /**
   * Returns the positions that are claimed ahead, for monitoring.
   *
   * @return the positions; empty if nothing is claimed ahead
   */
  default Optional<Supply> supply() {
    return Optional.empty();
  }

  /**
   * Makes an id from a position.
   *
   * @param <T> the id
   */
  @FunctionalInterface
  interface Encoder<T> {

    /**
     * Makes an id. The position has already been handed out, so it is burned if this method throws.
     *
     * @param worker the worker number of the position's line
     * @param position the position, from which no other id is made
     * @param argument the argument that the caller passed to {@code next}
     * @return the id; null if positions with this number in their tick are not used
     */
    @Nullable
    T encode(long worker, long position, long argument);

    /**
     * Returns a sink that collects ids in a list.
     *
     * @param ids the empty list to which the ids are added
     * @param argument the argument for all ids
     * @return a sink for one batch
     */
    default RunSink into(List<T> ids, long argument) {
      return (worker, start, count, made) -> {
        ids.subList((int) made, ids.size()).clear();
        for (int i = 0; i < count; i++) {
          T id = encode(worker, start + i, argument);
          if (id != null) {
            ids.add(id);
          }
        }
        return ids.size() - made;
      };
    }
  }
}
