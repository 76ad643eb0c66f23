package io.mintmark.internal.batch;

/** Makes an id that is bytes, such as a text, from a position. Thread-safe. */
@FunctionalInterface
public interface ByteEncoder {

  /**
   * Writes an id.
   *
   * @param worker the worker number whose line the position is on; without one, any
   * @param position the position
   * @param into where to write
   * @param at the index of the first byte
   */
  void encode(long worker, long position, byte[] into, int at);
}
