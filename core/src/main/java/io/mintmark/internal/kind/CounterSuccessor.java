package io.mintmark.internal.kind;

import io.mintmark.error.ConfigurationException;
import io.mintmark.internal.store.PublishedCounter;

/** Settings of ids that can continue a counter of another system. */
public interface CounterSuccessor {

  /**
   * Computes the line position at which such a sequence continues a counter of another system. Its
   * next number is the counter's next number, or, if the sequence lacks that number, the first of
   * its own numbers above it. A cycle continues at the same place.
   *
   * @param name the sequence's name, for the message
   * @param counter the counter's state
   * @param from the line's position, 0 or more
   * @return {@code from} or above
   * @throws ConfigurationException if the sequence could repeat numbers of the counter or its other
   *     writers, or does not start over where the counter does; the message names settings that fit
   */
  long continuing(String name, PublishedCounter counter, long from);

  /**
   * Computes the line position from which the sequence repeats none of its own existing numbers.
   *
   * @param name the sequence's name, for the message
   * @param numbers a counter that has just handed out the highest existing number; for opaque ids,
   *     the true number
   * @return 0 or more
   * @throws ConfigurationException if numbers repeat in a cycle, or the sequence ends before
   */
  long past(String name, PublishedCounter numbers);
}
