package io.mintmark.internal.line;

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
    return line(0);
  }

  /** Somebody else claims in between: the range is replaced under its takers. */
  static LocalLine shared() {
    return line(SIZE);
  }

  /** Whether a position was claimed for the line of {@link #shared}, and not for the others. */
  static boolean isOwned(long position) {
    return position % (2 * SIZE) < SIZE;
  }

  private static LocalLine line(long gap) {
    AtomicLong next = new AtomicLong();
    RangeSource source = request -> {
      long count = Math.max(SIZE, request.count());
      long start = next.getAndAdd(count + gap);
      return new Claimed(0, start, start + count, 1);
    };
    ManualTime time = new ManualTime(Instant.EPOCH);
    Context context = new Context(
        time.wall(),
        time.elapsed(),
        false,
        Runnable::run,
        Duration.ofSeconds(5),
        SplittableRandom::new);
    return new LocalLine("race", IdForm.PLAIN, source, null, context);
  }
}
