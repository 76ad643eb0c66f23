package io.mintmark.snowflake;

import io.mintmark.generator.LongGenerator;
import io.mintmark.generator.LongRange;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * Makes 64-bit ids that consist of a time, a worker number and a number within the tick (the unit
 * of time), and that are ordered by time. Thread-safe.
 *
 * <p><b>Scope.</b> Ids are unique among all generators of one name or one worker pool on one store,
 * even if clocks are wrong.
 *
 * <p><b>Order.</b> Each id is greater than all ids that this instance returned before. With {@link
 * SnowflakeBuilder#order}, this can be limited to the ids that it returned to the same thread.
 * After a hop to another worker number ({@link io.mintmark.generator.OnClockBehind#HOP}), ids may
 * be lower. Ids of different instances are roughly ordered by time. {@link SnowflakeBuilder#opaque
 * Opaque} ids are unordered.
 *
 * <p><b>Blocking.</b> {@link #next()} takes nanoseconds while the claimed window, a span of time
 * ahead of the clock, lasts. It waits for the clock when the numbers of a tick are used up and the
 * limit for using numbers of later ticks ({@link SnowflakeBuilder#maxAhead}) is reached. It waits
 * for the store, at most the claim timeout, when it has to claim a window.
 *
 * <p><b>Failure.</b> A call that throws issues no id. Typical exceptions are {@link
 * io.mintmark.error.ClockBehindException}, {@link io.mintmark.error.ClockAheadException}, {@link
 * io.mintmark.error.NoIdleWorkerException}, {@link io.mintmark.error.StoreUnavailableException},
 * {@link io.mintmark.error.StoreRewoundException}, {@link io.mintmark.error.TickExhaustedException}
 * and {@link io.mintmark.error.ExhaustedException}.
 */
public interface SnowflakeGenerator extends LongGenerator {

  /**
   * Returns how the bits of an id are split.
   *
   * @return the layout, which can also decode ids if they are not opaque
   */
  SnowflakeLayout layout();

  /**
   * Makes an id for an existing row, like {@link #nextBatchAt}.
   *
   * @param moment the row's moment
   * @return an id that shows this moment
   * @throws io.mintmark.error.MintmarkException as {@link #nextBatchAt} does; no id is issued
   */
  default long nextAt(Instant moment) {
    return nextBatchAt(List.of(Objects.requireNonNull(moment, "moment")))[0];
  }

  /**
   * Makes ids for existing rows: each id shows a given past moment, so it sorts as if it had been
   * made then. It differs from every other id of this generator. The ids have a worker number of
   * their own, the last number of {@link SnowflakeBuilder#workers}. The first call takes this
   * number away from all live generators of the worker pool, for good.
   *
   * <p>The call waits for the store. It makes one claim for each hour that contains a moment. For
   * each hour with more rows than a quarter of the numbers of a tick (the unit of time in an id),
   * it makes further claims, for minutes, seconds or ticks. So pass many rows of a short time
   * together.
   *
   * <p><b>Conditions.</b> Neither another store nor another program may have made ids with that
   * worker number. The range of worker numbers has more than one number. The store's engine does
   * not lose acknowledged writes.
   *
   * @param moments the moment of each row, 1 to {@value #MAX_BATCH} in any order; equal moments are
   *     allowed
   * @return the ids, in the order of the moments
   * @throws IllegalArgumentException if a moment is in the future or before the times of the
   *     layout, or the count is out of range; no id is issued
   * @throws io.mintmark.error.ConfigurationException if a condition is not met, or a live generator
   *     has used the worker number; no id is issued
   * @throws io.mintmark.error.ExhaustedException if all numbers of a tick are used, which are at
   *     least a quarter of the tick's numbers; the other ids are burned (never used)
   * @throws io.mintmark.error.StoreUnavailableException if the store does not answer; no id is
   *     issued
   */
  long[] nextBatchAt(List<Instant> moments);

  /**
   * Decodes an id. For an {@link SnowflakeBuilder#opaque opaque} generator, the id is first
   * decrypted. The result does not show whether the id was ever made.
   *
   * @param id an id of this layout
   * @return the time, worker and number of the id
   * @throws io.mintmark.error.InvalidIdException if this generator could not make the id, because
   *     it is negative or has more bits than the layout; {@link SnowflakeLayout#decode} accepts
   *     such an id
   */
  SnowflakeId decode(long id);

  /**
   * Returns the range of ids whose time is in a span.
   *
   * @param from the span's start
   * @param to the span's end, exclusive
   * @return the range, from the first id to the end, exclusive
   * @throws IllegalArgumentException if the span is reversed, or outside the times that the layout
   *     can show
   * @throws UnsupportedOperationException if ids are opaque, and so not ordered by time
   */
  LongRange range(Instant from, Instant to);
}
