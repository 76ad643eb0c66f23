package io.mintmark.store.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.internal.store.Durability;
import io.mintmark.internal.store.LinePage;
import io.mintmark.store.Line;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Callers whose stack is almost full, and an engine whose driver uses a lock of the JDK. */
@Tag("fault")
class FullStackTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final int MAX_DEPTH = 1_000_000;
  private static final int DEEPEST = 300;

  /**
   * An engine that throws nowhere. If its lock stays locked, a full stack has prevented the unlock.
   */
  private static final class LockingEngine implements StoreEngine {

    private final ReentrantLock lock = new ReentrantLock();
    private final AtomicInteger asked = new AtomicInteger();

    @Override
    public void write(List<Write> writes, Deadline deadline) {
      ask();
      writes.forEach(write -> write.done(write.target(0).orElseThrow()));
    }

    @Override
    public int maxLines() {
      return 1;
    }

    @Override
    public long position(String line, Deadline deadline) {
      ask();
      return 1;
    }

    @Override
    public List<Line> lines(LinePage page, Deadline deadline) {
      ask();
      return List.of();
    }

    private void ask() {
      lock.lock();
      try {
        asked.incrementAndGet();
      } finally {
        lock.unlock();
      }
    }

    @Override
    public void close() {}
  }

  private static final class Store extends EngineStore {

    Store(StoreEngine engine) {
      super(
          new OpenSettings("test", TIMEOUT, TIMEOUT, false, StoreContext.system()),
          engine,
          Durability.NOTHING_READ);
    }
  }

  @Test
  @Tag("long")
  void position_stackOverflowAnywhere_releasesEngineLocks() throws Exception {
    LockingEngine engine = new LockingEngine();
    try (Store store = new Store(engine)) {
      atEveryDepth(() -> assertThat(store.position("line")).isOne(), engine);
    }
  }

  @Test
  void claim_stackOverflowAnywhere_releasesEngineLocks() throws Exception {
    LockingEngine engine = new LockingEngine();
    try (Store store = new Store(engine)) {
      atEveryDepth(() -> assertThat(store.claim("line", 0, 1)).isZero(), engine);
    }
  }

  private static void atEveryDepth(Runnable call, LockingEngine engine) throws Exception {
    call.run(); // Initializes the classes, which would fail for good if the stack is full.
    for (int i = 0; i < 4; i++) {
      // With a different size, a stack overflows at a different place of the code.
      long stackSize = (512L + i) << 10;
      AtomicInteger overflows = new AtomicInteger();
      Thread deep = new Thread(null, () -> down(call, MAX_DEPTH, overflows), "deep", stackSize);
      deep.start();
      deep.join(60_000);

      assertThat(deep.isAlive()).isFalse();
      assertThat(overflows).hasPositiveValue();
      assertThat(engine.lock.isLocked()).isFalse();
    }
    assertThat(engine.asked).hasValueGreaterThan(1);
  }

  /** Recurses until the stack is full, and makes a call at each depth on the way back. */
  private static int down(Runnable call, int maxDepth, AtomicInteger overflows) {
    int deeper = 0;
    try {
      deeper = maxDepth == 0 ? 0 : 1 + down(call, maxDepth - 1, overflows);
    } catch (StackOverflowError e) {
      overflows.incrementAndGet();
    }
    if (deeper < DEEPEST) {
      call.run();
    }
    return deeper;
  }
}
