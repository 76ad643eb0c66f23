package io.mintmark.rigs;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Exhausts the heap of its own JVM for a while, so that allocations of all other threads fail. For
 * a {@link ChildJvm} with a small heap, such as {@code -Xmx64m}.
 */
public final class HeapHog {

  private static final int LARGEST = 1 << 20;
  private static final int SMALLEST = 16;

  /** A busy machine may take this long to exhaust the heap. */
  private static final long MAX_FILL_NANOS = 60_000_000_000L;

  private static final long POLL_NANOS = 1_000_000;

  private static @Nullable Object @Nullable [] held;
  private static volatile boolean full;
  private static volatile boolean over;

  private HeapHog() {}

  /**
   * Takes all memory, down to the last bytes, and takes again what other threads free, until the
   * time is over. Then frees all of it. Must not run twice at the same time.
   *
   * @param time how long, from the moment that no memory is left
   */
  public static void useUp(Duration time) {
    over = false;
    full = false;
    // Another thread frees the memory when the time is over, because this thread may be waiting
    // long for an allocation, like all others.
    Thread end = new Thread(() -> endAfter(time.toNanos()), "heap-hog-end");
    end.setDaemon(true);
    end.start();
    int size = LARGEST;
    while (!over) {
      try {
        @Nullable Object[] piece = new @Nullable Object[size / Integer.BYTES];
        piece[0] = held;
        held = piece;
      } catch (OutOfMemoryError e) {
        full |= size <= SMALLEST;
        size = size > SMALLEST ? size / 2 : LARGEST;
      }
    }
    held = null;
  }

  private static void endAfter(long nanos) {
    long beganNanos = System.nanoTime();
    while (!full && System.nanoTime() - beganNanos < MAX_FILL_NANOS) {
      LockSupport.parkNanos(POLL_NANOS);
    }
    long startNanos = System.nanoTime();
    for (long left = nanos; left > 0; left = nanos - (System.nanoTime() - startNanos)) {
      LockSupport.parkNanos(left);
    }
    over = true;
    held = null;
  }
}
