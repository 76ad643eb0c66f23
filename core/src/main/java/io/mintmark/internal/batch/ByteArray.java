package io.mintmark.internal.batch;

/** Fills an array with ids of bytes, for example texts. */
public final class ByteArray implements RunSink {

  private final byte[] bytes;
  private final int length;
  private final ByteEncoder encoder;
  private int at;

  /**
   * Begins a batch.
   *
   * @param bytes where to write; its length is a multiple of an id's length
   * @param length how many bytes an id has
   * @param encoder makes the ids
   */
  public ByteArray(byte[] bytes, int length, ByteEncoder encoder) {
    this.bytes = bytes;
    this.length = length;
    this.encoder = encoder;
  }

  @Override
  public int count() {
    return bytes.length / length;
  }

  @Override
  public void add(long worker, long start, int count) {
    for (int i = 0; i < count; i++) {
      encoder.encode(worker, start + i, bytes, at);
      at += length;
    }
  }

  @Override
  public void clear() {
    at = 0;
  }
}
