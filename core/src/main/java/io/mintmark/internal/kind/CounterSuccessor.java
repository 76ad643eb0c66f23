package io.mintmark.internal.kind;

import io.mintmark.error.ConfigurationException;
import io.mintmark.store.PublishedCounter;

/** Settings of ids that can go on from where a counter of another system stands. */
public interface CounterSuccessor {

  /**
   * Finds where the line of such a sequence has to stand so that it continues a counter of another
   * system: its next number is the one that the counter would have given, or, if that is none of
   * its own, the first above it. Of a cycle it goes on at the same place.
   *
   * @param name the sequence's name, for the message
   * @param counter where the counter stands
   * @param from where the line stands, 0 or more
   * @return {@code from} or above
   * @throws ConfigurationException if the sequence could repeat what the counter or its other
   *     writers give, or does not start over where it does; the message has settings that fit
   */
  long continuing(String name, PublishedCounter counter, long from);

  /**
   * Finds where the line has to stand so that none of the sequence's own numbers that there are is
   * made again.
   *
   * @param name the sequence's name, for the message
   * @param numbers stands after the highest of them, as it would be if it were not hidden
   * @return 0 or more
   * @throws ConfigurationException if numbers come again and again, or the sequence ends before
   */
  long past(String name, PublishedCounter numbers);
}
