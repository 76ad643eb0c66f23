package io.mintmark.internal.batch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Writes ids of 64 or 128 bits into the remaining part of a direct buffer or of a buffer on the
 * heap. Does not change the buffer's position.
 *
 * <p>The ids are made in a small array that stays in the processor's cache, and then copied to the
 * buffer. A plain loop that copies words costs less than a checked write into the buffer for each
 * id. If no bytes have to be reversed, the JVM compiles the loop to instructions that copy several
 * words at a time.
 */
public final class WordBuffer implements RunSink {

  private static final VarHandle BIG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LITTLE =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final ByteBuffer buffer;
  private final boolean bigEndian;
  private final int wordsAnId;
  private final WordEncoder encoder;
  private int at;

  /**
   * Creates a sink for one batch.
   *
   * @param buffer the buffer to write to; its own byte order does not matter. It has room for a
   *     multiple of {@code wordsAnId} words
   * @param order the byte order of each word in the buffer
   * @param wordsAnId the number of words in an id, 1 or 2
   * @param encoder makes the ids
   */
  public WordBuffer(ByteBuffer buffer, ByteOrder order, int wordsAnId, WordEncoder encoder) {
    this.buffer = buffer.slice();
    this.bigEndian = order == ByteOrder.BIG_ENDIAN;
    this.wordsAnId = wordsAnId;
    this.encoder = encoder;
  }

  @Override
  public int count() {
    return buffer.capacity() / Long.BYTES / wordsAnId;
  }

  @Override
  public void add(long worker, long start, int count) {
    long[] piece = Piece.words();
    int most = piece.length / wordsAnId;
    for (int done = 0; done < count; done += most) {
      int some = Math.min(most, count - done);
      encoder.encode(worker, start + done, some, piece, 0);
      copy(piece, some * wordsAnId);
    }
  }

  private void copy(long[] piece, int words) {
    boolean heap = buffer.hasArray();
    byte[] bytes = heap ? buffer.array() : Piece.bytes();
    int to = heap ? buffer.arrayOffset() + at : 0;
    if (bigEndian) {
      copyBig(piece, words, bytes, to);
    } else {
      copyLittle(piece, words, bytes, to);
    }
    if (!heap) {
      buffer.put(at, bytes, 0, words * Long.BYTES);
    }
    at += words * Long.BYTES;
  }

  private static void copyBig(long[] from, int words, byte[] into, int at) {
    for (int i = 0; i < words; i++) {
      BIG.set(into, at + Long.BYTES * i, from[i]);
    }
  }

  private static void copyLittle(long[] from, int words, byte[] into, int at) {
    for (int i = 0; i < words; i++) {
      LITTLE.set(into, at + Long.BYTES * i, from[i]);
    }
  }

  @Override
  public void clear() {
    at = 0;
  }
}
