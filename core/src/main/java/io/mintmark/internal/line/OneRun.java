package io.mintmark.internal.line;

import io.mintmark.internal.batch.RunSink;

/** Receives the consecutive positions of one call. */
final class OneRun implements RunSink {

  private final long count;
  private long end;

  OneRun(long count) {
    this.count = count;
  }

  @Override
  public long count() {
    return count;
  }

  @Override
  public long add(long worker, long start, long some) {
    end = start + some;
    return Math.min(some, count);
  }

  @Override
  public void clear() {}

  /** Returns the last position. */
  long last() {
    return end - 1;
  }
}
