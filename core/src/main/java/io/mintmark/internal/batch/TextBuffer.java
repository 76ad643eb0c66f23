package io.mintmark.internal.batch;

import java.nio.ByteBuffer;

/**
 * Writes ids of bytes, for example texts, into the remaining part of a buffer, on the heap or not,
 * and does not change the buffer's position.
 */
public final class TextBuffer implements RunSink {

  private final ByteBuffer buffer;
  private final int length;
  private final ByteEncoder encoder;
  private int at;

  /**
   * Begins a batch.
   *
   * @param buffer where to write; its remaining length is a multiple of an id's length
   * @param length how many bytes an id has, 1 to {@value Piece#BYTES}
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
