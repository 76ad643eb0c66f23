package io.mintmark.snowflake;

import io.mintmark.generator.LongGenerator;
import io.mintmark.generator.LongRange;
import java.time.Instant;

/**
 * Makes time-ordered 64-bit ids of time, worker and number. Thread-safe.
 *
 * <p><b>Scope.</b> Ids are unique among all generators of one name (or worker pool) on one store,
 * whatever any clock does.
 *
 * <p><b>Order.</b> Each id is greater than all ids that this instance returned before, or that it
 * returned before to this thread (see {@link SnowflakeBuilder#order}). This does not hold after a
 * hop to an earlier time (see {@link io.mintmark.generator.OnClockBehind}). Between instances there
 * is rough order by time. {@link SnowflakeBuilder#opaque Opaque} ids are unordered.
 *
 * <p><b>Blocking.</b> {@link #next()} takes nanoseconds while the claimed window lasts. It waits
 * for the clock when the numbers of a tick are used up and no more can be borrowed from later
 * ticks. It waits for the store, at most the claim timeout, when it has to claim a window.
 *
 * <p><b>Failure.</b> No id is issued by a call that throws: {@link
 * io.mintmark.error.ClockBehindException}, {@link io.mintmark.error.ClockAheadException}, {@link
 * io.mintmark.error.NoIdleWorkerException}, {@link io.mintmark.error.StoreUnavailableException},
 * {@link io.mintmark.error.StoreRewoundException}, {@link io.mintmark.error.ExhaustedException}.
 */
public interface SnowflakeGenerator extends LongGenerator {

  /** The kind that {@link #kind()} returns. */
  String KIND = "snowflake";

  /**
   * Returns how the bits are split.
   *
   * @return the layout, which can also decode ids unless they are opaque
   */
  SnowflakeLayout layout();

  /**
   * Decodes an id. If this generator is {@link SnowflakeBuilder#opaque opaque}, it first reveals
   * the id. The result does not show whether the id was ever made.
   *
   * @param id an id of this layout
   * @return its time, worker and number
   * @throws io.mintmark.error.InvalidIdException if this generator could not make the id: it is
   *     negative or has more bits than the layout; {@link SnowflakeLayout#decode} reads such ids
   *    too
   */
  SnowflakeId decode(long id);

  /**
   * Returns the range of ids whose time is in a span.
   *
   * @param from the span's start
   * @param to the span's end, exclusive
   * @return the first id and the end, exclusive
   * @throws IllegalArgumentException if the span is reversed or outside the time bits
   * @throws UnsupportedOperationException if ids are opaque, and thus not ordered by time
   */
  LongRange range(Instant from, Instant to);
}
