package io.mintmark.sequence;

import io.mintmark.error.InvalidIdException;
import io.mintmark.error.Message;
import io.mintmark.internal.batch.BatchSize;
import io.mintmark.internal.batch.RunSink;
import io.mintmark.internal.batch.WordArray;
import java.util.stream.Stream;

/** A sequence that gives access to its numbering. */
interface NumberedSequence extends Sequence {

  @Override
  default String kind() {
    return KIND;
  }

  @Override
  default long decode(long id) {
    return numbering().plain(name(), id);
  }

  /**
   * Computes the number from which an id was made. Uses the sequence whose numbers have the same
   * remainder as the id after division by the step.
   */
  static long decode(long id, Stream<NumberedSequence> joined) {
    return joined
        .filter(each -> id % each.numbering().step() == each.numbering().remainder())
        .findFirst()
        .orElseThrow(() -> new InvalidIdException(Message.of(
            "the number is not of these sequences, which have other offsets: number={}", id)))
        .decode(id);
  }

  /** Returns the mapping of this sequence's positions to numbers. */
  Numbering numbering();

  /** Takes positions for a batch, and passes them to {@code sink}. */
  void fill(RunSink sink);

  @Override
  default void fill(long[] ids) {
    int unused = BatchSize.of(ids, 1);
    fill(new WordArray(ids, 1, numbering()));
  }
}
