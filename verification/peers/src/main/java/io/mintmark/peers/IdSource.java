package io.mintmark.peers;

/** What makes the ids of one library, in one process. Thread-safe. */
@FunctionalInterface
interface IdSource extends AutoCloseable {

  /**
   * Makes one id.
   *
   * @param ids where it goes
   * @throws Exception if the library refuses
   */
  void next(Ids ids) throws Exception;

  /** Ends it as the library documents. */
  @Override
  default void close() {}
}
