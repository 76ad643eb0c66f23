package io.mintmark.internal.line;

import io.mintmark.internal.batch.RunSink;

/** Receives the consecutive positions of one call. */
final class OneRun implements RunSink {

  private final long count;
  private long worker;
  private long start;
  private long end;

  OneRun(long count) {
    this.count = count;
  }

  @Override
  public long count() {
    return count;
  }

  @Override
  public long add(long ofWorker, long first, long some) {
    worker = ofWorker;
    start = first;
    end = first + some;
    return Math.min(some, count);
  }

  @Override
  public void clear() {}

  /** Returns the worker number for which the positions were claimed. */
  long worker() {
    return worker;
  }

  /** Returns the first position. */
  long start() {
    return start;
  }

  /** Returns the last position. */
  long last() {
    return end - 1;
  }
}
