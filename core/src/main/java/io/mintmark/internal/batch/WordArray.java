package io.mintmark.internal.batch;

/** Fills an array with ids of 64 or 128 bits. */
public final class WordArray implements RunSink {

  private final long[] words;
  private final int wordsAnId;
  private final WordEncoder encoder;
  private int at;

  /**
   * Creates a sink for one batch.
   *
   * @param words the array to write to; its length is a multiple of {@code wordsAnId}
   * @param wordsAnId the number of words in an id, 1 or 2
   * @param encoder makes the ids
   */
  public WordArray(long[] words, int wordsAnId, WordEncoder encoder) {
    this.words = words;
    this.wordsAnId = wordsAnId;
    this.encoder = encoder;
  }

  @Override
  public long count() {
    return words.length / wordsAnId;
  }

  @Override
  public long add(long worker, long start, long count) {
    encoder.encode(worker, start, (int) count, words, at);
    at += (int) count * wordsAnId;
    return count;
  }

  @Override
  public void clear() {
    at = 0;
  }
}
