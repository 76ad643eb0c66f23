package io.mintmark.snowflake;

import io.mintmark.generator.LongGenerator;
import io.mintmark.generator.LongRange;
import java.time.Instant;

/**
 * Time-ordered 64-bit ids: time, worker, number. Thread-safe.
 *
 * <p>Scope: unique among all generators of one name (or worker scope) on one store, whatever any
 * clock does. Order: each id is greater than every id this instance returned before, or this thread
 * got of it, see {@link SnowflakeBuilder#order}, except after a hop to an earlier time (see {@link
 * io.mintmark.generator.OnClockBehind}); between instances there is rough order by time. {@link
 * SnowflakeBuilder#opaque Opaque} ids have no order. Blocking: {@link #next()} takes nanoseconds
 * while the claimed window lasts, waits for the clock when the numbers of a tick, and those that it
 * may borrow from later ticks, are used up, and waits for the store, at most the claim timeout,
 * when a window has to be claimed. Failure: {@link io.mintmark.error.ClockBehindException}, {@link
 * io.mintmark.error.ClockAheadException}, {@link io.mintmark.error.NoIdleWorkerException}, {@link
 * io.mintmark.error.StoreUnavailableException}, {@link io.mintmark.error.StoreRewoundException},
 * {@link io.mintmark.error.ExhaustedException}; no id is issued then.
 */
public interface SnowflakeGenerator extends LongGenerator {

  /** The kind that {@link #kind()} returns. */
  String KIND = "snowflake";

  /**
   * Returns how the bits are split.
   *
   * @return the layout, which also decodes ids unless they are opaque
   */
  SnowflakeLayout layout();

  /**
   * Takes an id apart, after it was revealed if this generator is {@link SnowflakeBuilder#opaque
   * opaque}. It says nothing about whether the id was ever made.
   *
   * @param id an id of this layout
   * @return its time, worker and number
   * @throws io.mintmark.error.InvalidIdException if the ids are opaque, and this can be none
   */
  SnowflakeId decode(long id);

  /**
   * Returns the ids whose time lies in a span.
   *
   * @param from the span's start
   * @param to its end, exclusive
   * @return the first id and the end, exclusive
   * @throws IllegalArgumentException if the span is reversed or outside the time bits
   * @throws UnsupportedOperationException if ids are opaque, and so have no order of time
   */
  LongRange range(Instant from, Instant to);
}
