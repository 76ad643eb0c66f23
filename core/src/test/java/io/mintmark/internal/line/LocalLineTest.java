package io.mintmark.internal.line;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.internal.line.RangeSource.Claimed;
import io.mintmark.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

final class LocalLineTest {

  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void reserve_longerThanTheRestBeforeAnotherRange_burnsTheRest() {
    AtomicLong claims = new AtomicLong();
    LocalLine line = line(request -> {
      long start = claims.getAndIncrement() * 100;
      return new Claimed(0, start, start + 4, 1);
    });
    assertThat(line.next(3)).containsExactly(0, 1, 2);

    long last = line.reserve(2);

    assertThat(last).isEqualTo(101);
    assertThat(line.next()).isEqualTo(102);
  }

  /** A line without a clock that claims in place. */
  private static LocalLine line(RangeSource source) {
    ManualTime time = new ManualTime(Instant.EPOCH);
    Context context = new Context(
        time.wall(),
        time.elapsed(),
        false,
        Runnable::run,
        Duration.ofSeconds(5),
        SplittableRandom::new);
    return new LocalLine("test", PositionCode.PLAIN, source, null, () -> 0, context);
  }
}
