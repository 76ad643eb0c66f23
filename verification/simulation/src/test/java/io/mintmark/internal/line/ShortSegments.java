package io.mintmark.internal.line;

import io.mintmark.generator.IdOrder;
import io.mintmark.internal.line.LocalLines.IdForm;
import io.mintmark.internal.line.RangeSource.Claimed;
import io.mintmark.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/** Lines with segments of four positions. The thread that needs a segment claims it itself. */
final class ShortSegments {

  private static final int SIZE = 4;

  private ShortSegments() {}

  /**
   * No other process claims. So each segment is adjacent to the previous one, and extends the range
   * while threads take positions from it.
   */
  static LocalLine alone() {
    return line(0, 1, IdForm.PLAIN);
  }

  /**
   * Another process claims between the segments. So the range is replaced while threads take
   * positions from it.
   */
  static LocalLine shared() {
    return line(SIZE, 1, IdForm.PLAIN);
  }

  /** Like {@link #shared}, for threads that take slices, which may reach the end of a segment. */
  static LocalLine sharedBySlices() {
    return line(SIZE, -1, IdForm.plain(IdOrder.THREAD));
  }

  /** Whether a position was claimed for this line, and not for the other process. */
  static boolean isOwned(long position) {
    return position % (2 * SIZE) < SIZE;
  }

  private static LocalLine line(long gap, long renewBelow, IdForm form) {
    AtomicLong next = new AtomicLong();
    RangeSource source = request -> {
      long count = Math.max(SIZE, request.count());
      long start = next.getAndAdd(count + gap);
      return new Claimed(0, start, start + count, renewBelow);
    };
    ManualTime time = new ManualTime(Instant.EPOCH);
    Context context = new Context(
        time.wall(),
        time.elapsed(),
        false,
        Runnable::run,
        Duration.ofSeconds(5),
        SplittableRandom::new);
    return new LocalLine("race", form, source, null, context);
  }
}
