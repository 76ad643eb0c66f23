package io.mintmark.internal.batch;

/**
 * Memory in which a thread makes ids before they are copied to their destination. Each thread uses
 * the same memory for all its batches, so that this memory stays in the processor's cache. New
 * memory for each batch would have to be loaded into the cache, which takes longer than making the
 * ids.
 *
 * <p>The content is used only within one call of {@link RunSink#add}. An encoder must not make ids
 * of another generator, because they would overwrite the content.
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
