package io.mintmark.snowflake;

import io.mintmark.generator.LongGenerator;
import io.mintmark.generator.LongRange;
import java.time.Instant;

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

  @Override
  default String kind() {
    return "snowflake";
  }

  /**
   * Returns how the bits of an id are split.
   *
   * @return the layout, which can also decode ids if they are not opaque
   */
  SnowflakeLayout layout();

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
