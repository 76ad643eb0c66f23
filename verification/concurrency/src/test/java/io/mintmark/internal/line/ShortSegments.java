package io.mintmark.internal.line;

import io.mintmark.generator.IdOrder;
import io.mintmark.internal.line.LocalLines.IdForm;
import io.mintmark.internal.line.RangeSource.Claimed;
import io.mintmark.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/** Lines with segments of four positions, which the thread that meets the need claims in place. */
final class ShortSegments {

  private static final int SIZE = 4;

  private ShortSegments() {}

  /** Nobody else claims: each segment follows directly, and the range grows under its takers. */
  static LocalLine alone() {
    return line(0, 1, IdForm.PLAIN);
  }

  /** Somebody else claims in between: the range is replaced under its takers. */
  static LocalLine shared() {
    return line(SIZE, 1, IdForm.PLAIN);
  }

  /** The same for threads that take slices, which may reach the end of a segment. */
  static LocalLine sharedBySlices() {
    return line(SIZE, -1, IdForm.plain(IdOrder.THREAD));
  }

  /** Whether a position was claimed for a line that is shared, and not for the others. */
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
