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
 * <p>Each kind's interface says its scope, its order, when it blocks and how it fails. In every
 * kind, an interrupt ends a wait with {@link io.mintmark.error.StoreUnavailableException}, and the
 * thread stays interrupted; a call to the store that this thread has begun may end first. A call
 * that need not wait is not disturbed.
 */
public interface Generator {

  /** The most ids that one batch may ask for. */
  int MAX_BATCH = 1_000_000;

  /**
   * Returns the name under which this generator is known to its Mintmark.
   *
   * @return the name
   */
  String name();

  /**
   * Returns what kind of id this makes.
   *
   * @return {@code snowflake}, {@code sequence}, {@code key}, {@code objectid}, {@code uuid} or
   *     {@code typeid}
   */
  String kind();

  /**
   * Returns the next id as text.
   *
   * @return the id in its usual text form
   * @throws MintmarkException as the kind's own {@code next} does; none is issued
   */
  String nextText();

  /**
   * Makes a batch of ids as text, in the order in which they were made. Costs the same as the batch
   * method of its kind, such as {@link LongGenerator#next(int)}.
   *
   * @param count how many, 1 to {@value #MAX_BATCH}
   * @return the ids in their usual text form, unmodifiable; a number's is made when it is asked for
   * @throws IllegalArgumentException if count is out of range; none is issued
   * @throws MintmarkException as the kind's own {@code next} does; what was made of the batch is
   *     burned
   */
  List<String> nextTextBatch(int count);

  /**
   * Makes a batch of ids as {@link #nextTexts} does, and never blocks the caller.
   *
   * @param count how many, 1 to {@value #MAX_BATCH}
   * @return the ids in their usual text form, when they are made; completed as {@link
   *     LongGenerator#nextAsync} says
   * @throws IllegalArgumentException if count is out of range; none is issued
   */
  CompletableFuture<List<String>> nextTextBatchAsync(int count);

  /**
   * Counts the ids that this has made, for statistics.
   *
   * @return how many since it was made, as of now; those that a batch had when it failed, or whose
   *     caller did not wait for them, count
   */
  long made();

  /**
   * Describes this generator for people: layout, capacity, what is left, what is claimed.
   *
   * @return a description as of now
   */
  Description describe();

  /**
   * Returns the time that a position stands for, on a line that this generator claims on.
   *
   * @param line a line's name
   * @param position where it stands
   * @return the tick and the number within it; empty if the line is not this generator's, or its
   *     positions carry no time
   */
  default Optional<TickPosition> tickOf(String line, long position) {
    Objects.requireNonNull(line, "line");
    return Optional.empty();
  }

  /**
   * Tells when the time that ids show ends, so that none can be made from then on.
   *
   * @return that moment, of readable keys to within a day; empty for ids without time, for UUIDs
   *     and for ObjectIds
   */
  default Optional<Instant> timeEnds() {
    return Optional.empty();
  }

  /**
   * Tells what is claimed ahead, in numbers.
   *
   * @return as of now; empty for a generator that claims nothing ahead
   */
  default Optional<Supply> supply() {
    return Optional.empty();
  }

  /**
   * Checks a batch's size.
   *
   * @param count how many ids are asked for
   * @throws IllegalArgumentException if it is not 1 to {@value #MAX_BATCH}
   */
  static void checkCount(int count) {
    if (count < 1 || count > MAX_BATCH) {
      throw new IllegalArgumentException(
          Message.of("the count is not 1 to {}: count={}; none was issued", MAX_BATCH, count));
    }
  }
}
