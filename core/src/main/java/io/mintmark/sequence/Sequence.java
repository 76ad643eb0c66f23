package io.mintmark.sequence;

import io.mintmark.generator.LongGenerator;
import io.mintmark.generator.LongRange;
import io.mintmark.internal.time.ElapsedClock;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/**
 * A sequence of numbers that all processes of one store share. It counts up, or in a cycle.
 * Thread-safe.
 *
 * <p>A <i>strict</i> sequence claims each number, or each batch, from the store. So its numbers
 * have one order over all processes.
 *
 * <p>A <i>segmented</i> sequence claims segments (ranges of numbers) ahead. Each number is greater
 * than all numbers that this instance returned before. With {@link SequenceBuilder#order}, this can
 * be limited to the numbers that it returned to the same thread. A cycle, an opaque sequence, and
 * {@link #interleaved} sequences have no such order. The numbers of different processes have no
 * order. When a process ends, the rest of its claimed segments becomes a gap.
 *
 * <p>{@link #next()} of a segmented sequence takes nanoseconds while the claimed segment lasts.
 * Otherwise the call waits for the store, at most the claim timeout. {@link #next()} of a strict
 * sequence always waits for the store.
 *
 * <pre>{@code
 * import io.mintmark.Mintmark;
 * import io.mintmark.generator.LongRange;
 * import io.mintmark.sequence.Sequence;
 *
 * try (Mintmark mint = Mintmark.open("memory:")) {
 *   Sequence rows = mint.sequence("rows");
 *   long one = rows.next();
 *   LongRange block = rows.reserve(1000);
 *   System.out.println(block.first() + " to " + block.last());
 * }
 * }</pre>
 */
public interface Sequence extends LongGenerator {

  /**
   * Reserves successive numbers without a gap.
   *
   * @param count how many numbers, 1 to {@value SequenceBuilder#MAX_RESERVE}
   * @return a range of {@code count} numbers
   * @throws IllegalArgumentException if count is out of range; no number is taken
   * @throws UnsupportedOperationException if this sequence has a step other than 1 or a cycle, or
   *     is opaque
   * @throws io.mintmark.error.MintmarkException as {@link #next()} does; numbers already taken are
   *     discarded
   */
  LongRange reserve(long count);

  /**
   * Reserves numbers like {@link #reserve}, and never blocks the caller.
   *
   * @param count how many numbers, 1 to {@value SequenceBuilder#MAX_RESERVE}
   * @return a future of the numbers; it completes as in {@link #nextBatchAsync}
   * @throws IllegalArgumentException if count is out of range; no number is taken
   * @throws UnsupportedOperationException if this sequence has a step other than 1 or a cycle, or
   *     is opaque
   */
  CompletableFuture<LongRange> reserveAsync(long count);

  /**
   * Computes the number from which an id was made. For an opaque sequence this is the hidden
   * number, which is higher for ids that were made later. For any other sequence it is the id
   * itself. The result does not show whether the id was ever made.
   *
   * @param id an id that this sequence could make
   * @return a number from the start to the maximum
   * @throws io.mintmark.error.InvalidIdException if this sequence could not make the id
   */
  default long decode(long id) {
    return id;
  }

  /**
   * Returns whether every call makes a claim on the store, and waits for the store.
   *
   * @return true for a strict sequence, false for a segmented one
   */
  boolean isStrict();

  /**
   * Joins several sequences, usually one for each store, into one. All sequences must have the same
   * step, and each must have a different offset, so that two sequences never give the same number.
   * Calls use the sequences in turn. A sequence that is exhausted, or whose store did not answer,
   * is skipped for {@value InterleavedSequence#REST_SECONDS} s. Then one call tries it again. A
   * call tries skipped sequences earlier if all others fail.
   *
   * <p>There is no order between numbers of different sequences, not even in one thread. Each
   * sequence advances at its own pace. When a skipped sequence is used again, its numbers are lower
   * than the numbers of the other sequences.
   *
   * <p>A call waits at most the claim timeout of each sequence that it tries, and tries each
   * sequence at most once. All numbers of a batch are from one sequence. {@link #reserve} is not
   * supported, because the step is above 1. The resulting sequence need not be closed: closing its
   * sequences is enough.
   *
   * @param sequences two or more, each from a {@link io.mintmark.Mintmark}
   * @return one sequence, which throws {@link io.mintmark.error.StoreUnavailableException} only if
   *     no store of these sequences answers
   * @throws io.mintmark.error.ConfigurationException if two sequences could give the same number,
   *     because of different steps, equal offsets or a cycle; the message lists every fault
   */
  static Sequence interleaved(List<Sequence> sequences) {
    Objects.requireNonNull(sequences, "sequences");
    return InterleavedSequence.of(sequences, ElapsedClock.system());
  }
}
