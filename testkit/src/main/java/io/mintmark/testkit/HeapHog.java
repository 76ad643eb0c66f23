package io.mintmark.testkit;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Uses up the heap of the JVM it runs in for a while, so that allocations of all other threads
 * fail. For a {@link ChildJvm} with a small heap, such as {@code -Xmx64m}.
 */
public final class HeapHog {

  private static final int LARGEST = 1 << 20;
  private static final int SMALLEST = 16;

  private HeapHog() {}

  /**
   * Takes all memory that there is, down to the last bytes, and takes again what others give back,
   * until the time is over; then gives all of it back. Each piece refers to the one before.
   *
   * @param time how long
   */
  public static void useUp(Duration time) {
    long endNanos = System.nanoTime() + time.toNanos();
    @Nullable Object[] held = null;
    int size = LARGEST;
    while (System.nanoTime() < endNanos) {
      try {
        @Nullable Object[] piece = new @Nullable Object[size / Integer.BYTES];
        piece[0] = held;
        held = piece;
      } catch (OutOfMemoryError e) {
        size = size > SMALLEST ? size / 2 : LARGEST;
      }
    }
  }
}
