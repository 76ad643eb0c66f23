package io.mintmark.internal.batch;

/** Fills an array with ids that consist of bytes, for example texts. */
public final class ByteArray implements RunSink {

  private final byte[] bytes;
  private final int length;
  private final ByteEncoder encoder;
  private int at;

  /**
   * Creates a sink for one batch.
   *
   * @param bytes the array to fill; its length is a multiple of {@code length}
   * @param length the number of bytes in an id
   * @param encoder makes the ids
   */
  public ByteArray(byte[] bytes, int length, ByteEncoder encoder) {
    this.bytes = bytes;
    this.length = length;
    this.encoder = encoder;
  }

  @Override
  public long count() {
    return bytes.length / length;
  }

  @Override
  public long add(long worker, long start, long count) {
    int before = at;
    for (int i = 0; i < count; i++) {
      if (encoder.encode(worker, start + i, bytes, at)) {
        at += length;
      }
    }
    return (long) (at - before) / length;
  }

  @Override
  public void clear() {
    at = 0;
  }
}
