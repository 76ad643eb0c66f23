package io.mintmark.generator;

/**
 * Among which calls of one generator ids rise. It bears neither on uniqueness nor on the order
 * between processes, so processes may differ in it, and it may be changed at any time.
 */
public enum IdOrder {
  /** Each id is above those of all calls that had returned before, whichever thread made them. */
  GENERATOR,

  /**
   * Each id is above those that its own thread got before. A thread takes up to 64 ids at once and
   * hands them out by itself, so threads do not slow each other down. What it has left when their
   * tick ends, or for a sequence when the thread ends, is a gap. It takes a quarter of what it has
   * used in this tick or the one before, and of a sequence in all: so a thread that makes few ids
   * takes one at a time. How many ids were made counts all that threads have taken and may still
   * use.
   */
  THREAD
}
