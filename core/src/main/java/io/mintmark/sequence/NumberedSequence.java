package io.mintmark.sequence;

/** A sequence that tells which numbers it can give. */
interface NumberedSequence extends Sequence {

  @Override
  default String kind() {
    return KIND;
  }

  /** Which number each of its positions is. */
  Numbering numbering();
}
