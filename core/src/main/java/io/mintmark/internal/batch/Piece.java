package io.mintmark.internal.batch;

/**
 * Memory in which a thread makes ids before they are copied to where they shall be. Each thread has
 * the same for all its batches: it stays in the processor's cache, where new memory for each batch
 * would have to be fetched, which costs more than to make the ids.
 *
 * <p>What is here is of use within one call of {@link RunSink#add} alone: encoders make no ids of
 * other generators.
 */
final class Piece {

  static final int BYTES = 8192;

  private static final ThreadLocal<long[]> WORDS_OF_THREAD =
      ThreadLocal.withInitial(() -> new long[BYTES / Long.BYTES]);
  private static final ThreadLocal<byte[]> BYTES_OF_THREAD =
      ThreadLocal.withInitial(() -> new byte[BYTES]);

  private Piece() {}

  static long[] words() {
    return WORDS_OF_THREAD.get();
  }

  static byte[] bytes() {
    return BYTES_OF_THREAD.get();
  }
}
