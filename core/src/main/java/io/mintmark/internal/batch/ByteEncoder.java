package io.mintmark.internal.batch;

/**
 * Makes an id that consists of bytes, for example a text, from a position (a claimed number).
 * Thread-safe.
 */
@FunctionalInterface
public interface ByteEncoder {

  /**
   * Writes an id.
   *
   * @param worker the worker number for which the position was claimed; ignored if ids do not
   *     contain it
   * @param position the position
   * @param into the array to write to
   * @param at the index of the id's first byte in the array
   * @return whether the position is used; if not, nothing is written
   */
  boolean encode(long worker, long position, byte[] into, int at);

  /**
   * Returns a sink that fills an array.
   *
   * @param ids the array to write to
   * @param length the number of bytes in an id
   * @return a sink for one batch
   */
  default RunSink into(byte[] ids, int length) {
    return (worker, start, count, made) -> {
      int added = 0;
      for (int i = 0; i < count; i++) {
        added += encode(worker, start + i, ids, ((int) made + added) * length) ? 1 : 0;
      }
      return added;
    };
  }
}
