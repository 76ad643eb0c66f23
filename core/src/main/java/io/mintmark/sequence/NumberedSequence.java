package io.mintmark.sequence;

/** A sequence that tells which numbers it can give. */
interface NumberedSequence extends Sequence {

  /** Which number each of its positions is. */
  Numbering numbering();
}
