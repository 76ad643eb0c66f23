package io.mintmark.internal.kind;

import io.mintmark.error.ConfigurationException;
import io.mintmark.internal.store.PublishedCounter;

/** Settings of a sequence that can continue a counter of another system. */
public interface CounterSuccessor {

  /**
   * Computes the position from which the sequence's line (its counter in the store) must continue,
   * so that the sequence continues a counter of another system. The next number of the sequence is
   * then the next number of the counter. If the sequence does not have that number, because of its
   * step, the next number is the first higher number of the sequence. A cycle continues within its
   * round where the counter's cycle continues.
   *
   * @param name the sequence's name, for the message
   * @param counter the counter's state
   * @param from the line's position, 0 or more
   * @return a position, {@code from} or above
   * @throws ConfigurationException if the sequence could repeat numbers of the counter or of the
   *     counter's other writers, or if it is a cycle that starts over at a different number than
   *     the counter; the message contains settings that fit
   */
  long continuing(String name, PublishedCounter counter, long from);
}
