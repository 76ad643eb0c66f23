package io.mintmark.internal.batch;

import java.nio.ByteBuffer;

/**
 * Writes ids that consist of bytes, for example texts, into the remaining part of a direct buffer
 * or of a buffer on the heap. Does not change the buffer's position.
 */
public final class TextBuffer implements RunSink {

  private final ByteBuffer buffer;
  private final int length;
  private final ByteEncoder encoder;
  private int at;

  /**
   * Creates a sink for one batch.
   *
   * @param buffer the buffer to write to; the number of its remaining bytes is a multiple of {@code
   *     length}
   * @param length the number of bytes in an id, 1 to {@value Piece#BYTES}
   * @param encoder makes the ids
   */
  public TextBuffer(ByteBuffer buffer, int length, ByteEncoder encoder) {
    this.buffer = buffer.slice();
    this.length = length;
    this.encoder = encoder;
  }

  @Override
  public int count() {
    return buffer.capacity() / length;
  }

  @Override
  public void add(long worker, long start, int count) {
    if (buffer.hasArray()) {
      encode(worker, start, count, buffer.array(), buffer.arrayOffset() + at);
      at += count * length;
      return;
    }
    byte[] piece = Piece.bytes();
    int most = piece.length / length;
    for (int done = 0; done < count; done += most) {
      int some = Math.min(most, count - done);
      encode(worker, start + done, some, piece, 0);
      buffer.put(at, piece, 0, some * length);
      at += some * length;
    }
  }

  private void encode(long worker, long start, int count, byte[] into, int from) {
    for (int i = 0; i < count; i++) {
      encoder.encode(worker, start + i, into, from + i * length);
    }
  }

  @Override
  public void clear() {
    at = 0;
  }
}
