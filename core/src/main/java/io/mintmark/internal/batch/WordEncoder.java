package io.mintmark.internal.batch;

/** Makes ids of 64 or 128 bits from consecutive positions (claimed numbers). Thread-safe. */
@FunctionalInterface
public interface WordEncoder {

  /**
   * Writes ids in the order of their positions.
   *
   * @param worker the worker number for which the positions were claimed; ignored if ids do not
   *     contain it
   * @param start the first position
   * @param count the number of positions
   * @param into the array to write to. The words of an id are consecutive, and the most significant
   *     word is the first
   * @param from the index of the first word in the array
   */
  void encode(long worker, long start, int count, long[] into, int from);

  /**
   * Returns a sink that fills an array.
   *
   * @param ids the array to write to
   * @param wordsAnId the number of words in an id, 1 or 2
   * @return a sink for one batch
   */
  default RunSink into(long[] ids, int wordsAnId) {
    return (worker, start, count, made) -> {
      encode(worker, start, (int) count, ids, (int) made * wordsAnId);
      return count;
    };
  }
}
