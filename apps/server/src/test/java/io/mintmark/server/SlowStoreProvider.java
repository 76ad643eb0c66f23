package io.mintmark.server;

import io.mintmark.internal.store.ForwardingStore;
import io.mintmark.internal.store.LinePage;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.ClaimStoreProvider;
import io.mintmark.store.Line;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Opens stores for the URL {@code slow:MS}. Each call of such a store takes MS milliseconds.
 * Records the calls on threads that must not wait.
 */
public final class SlowStoreProvider implements ClaimStoreProvider {

  /** The calls on threads that must not wait. Tests check that there are none. */
  static final Queue<Throwable> ON_EVENT_LOOPS = new ConcurrentLinkedQueue<>();

  private static final String SCHEME = "slow:";

  @Override
  public Set<String> schemes() {
    return Set.of("slow");
  }

  @Override
  public ClaimStore open(String url, Duration opening, Duration timeout) {
    long ms = Long.parseLong(url.substring(SCHEME.length()));
    return new Slow(new MemoryStore(), TimeUnit.MILLISECONDS.toNanos(ms));
  }

  private static final class Slow extends ForwardingStore {

    private final long nanos;

    Slow(ClaimStore store, long nanos) {
      super(store);
      this.nanos = nanos;
    }

    private void takeTime() {
      if (Thread.currentThread().getName().startsWith("vert.x-eventloop")) {
        ON_EVENT_LOOPS.add(new AssertionError(Thread.currentThread().getName()));
      }
      long end = System.nanoTime() + nanos;
      for (long left = nanos; left > 0; left = end - System.nanoTime()) {
        LockSupport.parkNanos(left);
      }
    }

    @Override
    public long claim(String line, long atLeast, long count) {
      takeTime();
      return super.claim(line, atLeast, count);
    }

    @Override
    public boolean compareAndSet(String line, long expected, long next) {
      takeTime();
      return super.compareAndSet(line, expected, next);
    }

    @Override
    public long position(String line) {
      takeTime();
      return super.position(line);
    }

    @Override
    public List<Line> lines(LinePage page) {
      takeTime();
      return super.lines(page);
    }

    @Override
    public void annotate(String line, String note) {
      takeTime();
      super.annotate(line, note);
    }

    @Override
    public Optional<Instant> now() {
      takeTime();
      return super.now();
    }
  }
}
