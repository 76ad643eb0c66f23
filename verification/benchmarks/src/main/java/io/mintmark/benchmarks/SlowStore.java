package io.mintmark.benchmarks;

import io.mintmark.internal.store.ForwardingStore;
import io.mintmark.store.Line;
import io.mintmark.store.LinePage;
import io.mintmark.store.MemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** A store in memory whose every call takes some time, as over a network. */
final class SlowStore extends ForwardingStore {

  private final long nanos;

  SlowStore(Duration call) {
    super(new MemoryStore());
    this.nanos = call.toNanos();
  }

  /** Waits as long as a call takes, and never less. */
  static void pass(long nanos) {
    long end = System.nanoTime() + nanos;
    for (long left = nanos; left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  @Override
  public long claim(String line, long atLeast, long count) {
    pass(nanos);
    return super.claim(line, atLeast, count);
  }

  @Override
  public boolean compareAndSet(String line, long expected, long next) {
    pass(nanos);
    return super.compareAndSet(line, expected, next);
  }

  @Override
  public long position(String line) {
    pass(nanos);
    return super.position(line);
  }

  @Override
  public List<Line> lines(LinePage page) {
    pass(nanos);
    return super.lines(page);
  }

  @Override
  public Optional<Instant> now() {
    pass(nanos);
    return super.now();
  }
}
