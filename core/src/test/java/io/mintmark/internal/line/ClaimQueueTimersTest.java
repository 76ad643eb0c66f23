package io.mintmark.internal.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.testkit.ManualTime;
import io.mintmark.time.ElapsedClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** When calls end if their claims never return, and if no memory is left for a timer. */
class ClaimQueueTimersTest {

  private static final Duration TIMEOUT = Duration.ofMillis(400);

  private final ManualTime time = new ManualTime(Instant.EPOCH);

  /** A clock that throws an OutOfMemoryError for some of its timers. */
  private final class FewTimers implements ElapsedClock {
    private final Set<Integer> missing;
    private int timers;

    FewTimers(Integer... missing) {
      this.missing = Set.of(missing);
    }

    @Override
    public long nanos() {
      return time.elapsed().nanos();
    }

    @Override
    public void pause(long nanos) {
      time.elapsed().pause(nanos);
    }

    @Override
    public void callAfter(long nanos, Runnable task) {
      if (missing.contains(++timers)) {
        throw new OutOfMemoryError("no timer");
      }
      time.elapsed().callAfter(nanos, task);
    }
  }

  private ClaimQueue queueWithoutTimers(Integer... missing) {
    return new ClaimQueue(
        "orders",
        (count, deadline) -> 0,
        new Context(
            time.wall(),
            new FewTimers(missing),
            false,
            claim -> {},
            TIMEOUT,
            SplittableRandom::new));
  }

  /**
   * The second timer fails. The call that set it gets an error. The calls behind it still get a
   * timer.
   */
  @Test
  void claimAsync_noMemoryForATimer_oneIsToldAndTheOthersGoOn() {
    ClaimQueue others = queueWithoutTimers(2);
    CompletableFuture<Long> late = others.claimAsync(1, start -> start);
    time.advance(TIMEOUT.dividedBy(2));
    CompletableFuture<Long> told = others.claimAsync(1, start -> start);
    CompletableFuture<Long> goesOn = others.claimAsync(1, start -> start);
    time.advance(TIMEOUT.dividedBy(2));

    assertThatThrownBy(late::join).hasMessageContaining("no claim succeeded in time");
    assertThatThrownBy(told::join).hasMessageContaining("no timer");
    assertThat(goesOn).isNotDone();
    time.advance(TIMEOUT.dividedBy(2));
    assertThatThrownBy(goesOn::join).hasMessageContaining("no claim succeeded in time");
  }

  @Test
  void claimAsync_noMemoryForTimersForAWhile_allAreToldAndLaterOnesEndInTime() {
    ClaimQueue others = queueWithoutTimers(2, 3);
    CompletableFuture<Long> late = others.claimAsync(1, start -> start);
    time.advance(TIMEOUT.dividedBy(2));
    List<CompletableFuture<Long>> told =
        List.of(others.claimAsync(1, start -> start), others.claimAsync(1, start -> start));
    time.advance(TIMEOUT.dividedBy(2));
    CompletableFuture<Long> after = others.claimAsync(1, start -> start);
    time.advance(TIMEOUT);

    assertThatThrownBy(late::join).hasMessageContaining("no claim succeeded in time");
    assertThat(told)
        .allSatisfy(call -> assertThatThrownBy(call::join).hasMessageContaining("no timer"));
    assertThatThrownBy(after::join).hasMessageContaining("no claim succeeded in time");
  }
}
