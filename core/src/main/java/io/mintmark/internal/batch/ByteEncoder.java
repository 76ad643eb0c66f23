package io.mintmark.internal.batch;

/** Makes an id of bytes, for example a text, from a position. Thread-safe. */
@FunctionalInterface
public interface ByteEncoder {

  /**
   * Writes an id.
   *
   * @param worker the worker number of the position's line; any number if there are no workers
   * @param position the position
   * @param into where to write
   * @param at the index of the first byte
   */
  void encode(long worker, long position, byte[] into, int at);
}
