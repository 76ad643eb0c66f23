package io.mintmark.generator;

import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A source of ids of one kind. Thread-safe.
 *
 * <p>The interface of each kind documents its scope, its order, when it blocks and how it fails. In
 * every kind, an interrupt ends a wait with {@link io.mintmark.error.StoreUnavailableException},
 * and the thread stays interrupted. If this thread is just making a call to the store, that call
 * may finish first. An interrupt does not affect a call for ids that need not wait.
 */
public interface Generator {

  /** The largest number of ids in one batch. */
  int MAX_BATCH = 1_000_000;

  /**
   * Returns the name of this generator in its Mintmark.
   *
   * @return the name
   */
  String name();

  /**
   * Returns the kind of id that this generator makes.
   *
   * @return {@code snowflake}, {@code sequence}, {@code key}, {@code objectid}, {@code uuid} or
   *     {@code typeid}
   */
  String kind();

  /**
   * Returns the next id as text.
   *
   * @return the id in its usual text form
   * @throws MintmarkException as the kind's own {@code next} does; no id is issued
   */
  String nextText();

  /**
   * Makes a batch of ids as text, in the order in which they were made. It costs as much as the
   * kind's own batch method, such as {@link LongGenerator#nextBatch(int)}.
   *
   * @param count the number of ids, 1 to {@value #MAX_BATCH}
   * @return the ids in their usual text form, unmodifiable; the text of a number is created on each
   *     access
   * @throws IllegalArgumentException if count is out of range; no id is issued
   * @throws MintmarkException as the kind's own {@code next} does; ids already made for the batch
   *     are burned (never used)
   */
  List<String> nextTextBatch(int count);

  /**
   * Makes a batch of ids like {@link #nextTextBatch}, and never blocks the caller.
   *
   * @param count the number of ids, 1 to {@value #MAX_BATCH}
   * @return a future of the ids in their usual text form; it completes as in {@link
   *     LongGenerator#nextBatchAsync}
   * @throws IllegalArgumentException if count is out of range; no id is issued
   */
  CompletableFuture<List<String>> nextTextBatchAsync(int count);

  /**
   * Makes ids for existing rows: each id shows a given past moment, and differs from every other id
   * of this generator. Waits for the store. {@link
   * io.mintmark.snowflake.SnowflakeGenerator#nextBatchAt} describes the conditions.
   *
   * @param moments the moment of each row, 1 to {@value #MAX_BATCH} in any order
   * @return the ids in their usual text form, in the order of the moments
   * @throws UnsupportedOperationException if this generator's ids do not show a time and a worker
   *     number; no id is issued
   * @throws MintmarkException as the kind's own method does; no id is issued
   */
  default List<String> nextTextBatchAt(List<Instant> moments) {
    Objects.requireNonNull(moments, "moments");
    throw new UnsupportedOperationException(Message.of(
        "ids for past moments need a time and a worker number in each id: generator={}, kind={}; no"
            + " id issued; a sequence numbers rows in the order of the calls, ObjectId.of makes an"
            + " ObjectId of a past second, Uuids.v5 derives a UUID from the row's own key",
        name(),
        kind()));
  }

  /**
   * Returns the number of ids that this generator has made, for statistics. Ids for past moments do
   * not count.
   *
   * @return the current count; it includes the ids of a batch that failed, and ids of calls whose
   *     caller stopped waiting
   */
  long made();

  /**
   * Describes this generator for people: its layout, its capacity, and its claims.
   *
   * @return a description of the current state
   */
  Description describe();

  /**
   * Returns the end of the time that ids can show. From then on no id can be made.
   *
   * @return that moment, which for readable keys may be wrong by up to a day; empty for ids without
   *     time, for UUIDs and for ObjectIds
   */
  default Optional<Instant> timeEnds() {
    return Optional.empty();
  }

  /**
   * Returns how many ids are claimed ahead, and for how long they can be used.
   *
   * @return the current values; empty for a generator that claims nothing ahead
   */
  default Optional<Supply> supply() {
    return Optional.empty();
  }
}
