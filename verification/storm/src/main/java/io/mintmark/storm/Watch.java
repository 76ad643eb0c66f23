package io.mintmark.storm;

import java.io.IOException;
import java.util.List;

/** Observes the servers of an environment, and asks them for ids, while faults happen. */
interface Watch extends AutoCloseable {

  /** A fault begins or has ended. */
  void changed(Fault fault, boolean begins);

  /** From now on {@link #unrecovered} counts only later answers. */
  void mark();

  /**
   * Returns the missing signs of recovery since the mark, a phrase each.
   *
   * @throws IllegalStateException if an answer could not be read or kept
   */
  List<String> unrecovered();

  /** Returns the errors since the last time, a sentence each. */
  List<String> takeFindings();

  @Override
  void close() throws IOException;
}
