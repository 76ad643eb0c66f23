package io.mintmark.sequence;

import io.mintmark.generator.LongGenerator;
import io.mintmark.generator.LongRange;
import io.mintmark.time.ElapsedClock;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/**
 * Numbers that count up, or round and round, for all processes of one store. Thread-safe.
 *
 * <p>A <i>strict</i> sequence claims each number (or batch) from the store: its numbers have one
 * order over all processes. A <i>segmented</i> one claims segments ahead: each number is greater
 * than all that this instance returned before (or this thread got of it, see {@link
 * SequenceBuilder#order}; unless the sequence is a cycle, opaque, or {@link #interleaved}); between
 * processes there is no order; and a process that ends leaves a gap of at most what it had claimed.
 *
 * <p>{@link #next()} of a segmented sequence takes nanoseconds while its segment lasts, and else
 * waits for the store, at most the claim timeout. {@link #next()} of a strict sequence always waits
 * for the store.
 */
public interface Sequence extends LongGenerator {

  /** The kind that {@link #kind()} returns. */
  String KIND = "sequence";

  /**
   * Reserves numbers that follow each other without a gap.
   *
   * <pre>{@code
   * LongRange block = invoices.reserve(1000);
   * block.stream().forEach(number -> write(number));
   * }</pre>
   *
   * @param count how many, 1 to {@value SequenceBuilder#MAX_RESERVE}
   * @return the numbers, {@code count} of them
   * @throws IllegalArgumentException if count is out of range; none is taken
   * @throws UnsupportedOperationException if this sequence has a step other than 1 or a cycle,
   *     or is opaque
   * @throws io.mintmark.error.MintmarkException as {@link #next()} does; what was taken is burned
   */
  LongRange reserve(long count);

  /**
   * Reserves numbers as {@link #reserve} does, and never blocks the caller.
   *
   * @param count how many, 1 to {@value SequenceBuilder#MAX_RESERVE}
   * @return the numbers, when they are reserved; completed as {@link #nextBatchAsync} is
   * @throws IllegalArgumentException if count is out of range; none is taken
   * @throws UnsupportedOperationException if this sequence has a step other than 1 or a cycle,
   *     or is opaque
   */
  CompletableFuture<LongRange> reserveAsync(long count);

  /**
   * Reads an id back: of an opaque sequence, tells which number it would be if its order were not
   * hidden, so that a later id has a higher one. Of any other sequence that is the id itself. No id
   * has to have been made for that; this says nothing about whether it was.
   *
   * @param id one that this sequence could make
   * @return the number, from the start to the maximum
   * @throws io.mintmark.error.InvalidIdException if this sequence could not make it
   */
  default long number(long id) {
    return id;
  }

  /**
   * Tells whether every call claims from the store, and so waits for it.
   *
   * @return true for a strict sequence, false for a segmented one
   */
  boolean isStrict();

  /**
   * Joins several sequences, usually one for each store, into one. All must have the same step and
   * each its own offset, so that no two can give the same number. Calls use them in turn and skip
   * one whose store did not answer: for {@value InterleavedSequence#FIRST_BACK_OFF_MS} ms at first,
   * for up to {@value InterleavedSequence#MAX_BACK_OFF_MS} ms later, and then one caller asks it
   * again. If all are skipped, a call asks them nevertheless. An exhausted one is not asked again.
   *
   * <p>Joined sequences lose the order: there is none between numbers of different sequences, not
   * even in one thread. Each sequence goes on at its own pace, and one that was skipped gives
   * numbers below those of the others when it comes back.
   *
   * <p>A call waits at most the claim timeout of each sequence that it asks, and asks each at most
   * once. A batch comes from one of them. {@link #reserve} is not offered, as the step is above 1.
   * The result ends when its sequences end, and needs no closing.
   *
   * @param sequences two or more, each from a {@link io.mintmark.Mintmark}
   * @return one sequence, which throws {@link io.mintmark.error.StoreUnavailableException} only if
   *     no store of these sequences answers
   * @throws io.mintmark.error.ConfigurationException if two of them could give the same number:
   *     steps that differ, offsets that are equal, a cycle; with every fault there is
   */
  static Sequence interleaved(List<Sequence> sequences) {
    Objects.requireNonNull(sequences, "sequences");
    return InterleavedSequence.of(sequences, ElapsedClock.system());
  }
}
