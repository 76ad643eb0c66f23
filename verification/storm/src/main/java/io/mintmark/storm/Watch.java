package io.mintmark.storm;

import java.io.IOException;
import java.util.List;

/** Observes the servers of an environment, and requests ids from them, while faults happen. */
interface Watch extends AutoCloseable {

  /** Receives the beginning or the end of a fault. */
  void changed(Fault fault, boolean begins);

  /** Makes later calls of {@link #unrecovered} count only replies from now on. */
  void mark();

  /**
   * Returns the missing signs of recovery since the mark, a phrase each.
   *
   * @throws IllegalStateException if a reply could not be read or kept
   */
  List<String> unrecovered();

  /** Returns the errors since the last call, a sentence each. */
  List<String> takeFindings();

  @Override
  void close() throws IOException;
}
