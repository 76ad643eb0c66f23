package io.mintmark.benchmarks;

import java.util.concurrent.atomic.AtomicLong;
import me.ahoo.cosid.segment.IdSegmentDistributor;

/** What gives CosId its segments: memory, after some time for each if it is to be slow. */
final class MemorySegments implements IdSegmentDistributor {

  private final AtomicLong max = new AtomicLong();
  private final long step;
  private final long nanos;

  MemorySegments(long step) {
    this(step, 0);
  }

  /**
   * Makes one that takes its time.
   *
   * @param step how long a segment is
   * @param nanos how long each takes
   */
  MemorySegments(long step, long nanos) {
    this.step = step;
    this.nanos = nanos;
  }

  @Override
  public String getNamespace() {
    return "mintmark";
  }

  @Override
  public String getName() {
    return "bench";
  }

  @Override
  public long getStep() {
    return step;
  }

  @Override
  public long nextMaxId(long count) {
    SlowStore.pass(nanos);
    return max.addAndGet(count);
  }
}
