package io.mintmark.internal.line;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.internal.line.LocalLines.IdForm;
import io.mintmark.internal.time.ElapsedClock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * When a line requests the clock's thread, and when it leaves it. Also checks the clock's thread
 * and the claim threads.
 */
final class PaceTest {

  private final List<ClockListener> asked = new ArrayList<>();

  private static void call(Pace pace, int calls, long ms) {
    for (int i = 0; i < calls; i++) {
      pace.called(ms, 0, () -> false);
    }
  }

  @Test
  void called_smallBursts_neverStartsTheClock() {
    Pace pace = new Pace(asked::add, 256, 256);
    for (int burst = 0; burst < 1_000; burst++) {
      call(pace, 255, burst * 30L);
    }
    assertThat(asked).isEmpty();
    assertThat(pace.isFast()).isFalse();
  }

  @Test
  void turned_fewIds_turnsSlowAfterTwoTurns() {
    Pace pace = new Pace(asked::add, 256, 256);
    call(pace, 256, 7);
    assertThat(asked).hasSize(1);
    long position = 1_000;
    for (int turn = 0; turn < 10; turn++) {
      position += 64;
      assertThat(pace.turned(position)).isTrue();
      assertThat(pace.isFast()).isTrue();
    }
    assertThat(pace.turned(position + 63)).isTrue();
    assertThat(pace.turned(position + 63)).isFalse();
    assertThat(pace.isFast()).isFalse();
  }

  @Test
  void called_fastPaceWasUseless_doublesTheThreshold() {
    Pace pace = new Pace(asked::add, 16, 256);
    long ms = 0;
    for (int enough = 16, times = 1; times <= 12; enough = Math.min(2 * enough, 4_096), times++) {
      call(pace, enough - 1, ms += 2);
      assertThat(asked).hasSize(times - 1);
      call(pace, enough, ms += 2);
      assertThat(asked).hasSize(times);
      pace.turned(0);
      assertThat(pace.isFast()).isTrue();
      pace.turned(0);
      assertThat(pace.isFast()).isFalse();
    }
  }

  /** To wake the thread for a short burst costs more than the clock readings that this saves. */
  @ParameterizedTest
  @ValueSource(ints = {5, 20, 100, 300, 1_000})
  void called_burstsOfAMillisecond_startsTheClockOnlyAFewTimes(int burst) {
    Pace pace = new Pace(asked::add, 16, 256);
    for (int i = 0; i < 1_000; i++) {
      call(pace, burst, 30L * i);
      pace.turned(i);
      pace.turned(i);
      assertThat(pace.isFast()).isFalse();
    }
    assertThat(asked).hasSizeLessThan(9);
    int before = asked.size();
    call(pace, 4_096, 1_000_000);
    assertThat(asked).hasSize(before + 1);
  }

  @Test
  void called_fastPaceWasUseful_keepsTheThreshold() {
    Pace pace = new Pace(asked::add, 16, 256);
    for (int burst = 1; burst <= 20; burst++) {
      call(pace, 16, 30L * burst);
      assertThat(asked).hasSize(burst);
      assertThat(pace.turned(768)).isTrue();
      while (pace.isFast()) {
        assertThat(pace.turned(768)).isFalse();
      }
    }
  }

  @Test
  void called_halfTheFastRateForLong_startsTheClockEventually() {
    Pace pace = new Pace(asked::add, 768, 256);
    for (int ms = 0; ms < 5; ms++) {
      call(pace, 128, ms);
      assertThat(asked).isEmpty();
    }
    call(pace, 128, 5);
    assertThat(asked).hasSize(1);
    Pace slow = new Pace(asked::add, 768, 256);
    for (int ms = 0; ms < 1_000; ms++) {
      call(slow, 127, ms);
    }
    assertThat(asked).hasSize(1);
  }

  @Test
  void called_noThreadAvailable_staysSlowAndRetries() {
    AtomicInteger attempts = new AtomicInteger();
    Pace pace = new Pace(
        ticked -> {
          attempts.incrementAndGet();
          return false;
        },
        256,
        256);
    call(pace, 512, 7);
    assertThat(attempts).hasValue(2);
    assertThat(pace.isFast()).isFalse();
  }

  @Test
  void coarseClock_listenerThrows_keepsCallingAllListeners() throws Exception {
    CoarseClock clock = new CoarseClock();
    CountDownLatch thrown = new CountDownLatch(3);
    CountDownLatch ticked = new CountDownLatch(3);
    assertThat(clock.add(() -> {
          thrown.countDown();
          if (thrown.getCount() > 0) {
            throw new OutOfMemoryError("injected");
          }
          return false;
        }))
        .isTrue();
    assertThat(clock.add(() -> {
          ticked.countDown();
          return ticked.getCount() > 0;
        }))
        .isTrue();
    assertThat(thrown.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(ticked.await(60, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void claimThreads_tasksThrow_allRunInAFewThreads() throws Exception {
    ClaimThreads threads = new ClaimThreads();
    CountDownLatch ran = new CountDownLatch(1_000);
    for (int i = 0; i < 1_000; i++) {
      threads.execute(() -> {
        ran.countDown();
        throw new OutOfMemoryError("injected");
      });
    }
    assertThat(ran.await(60, TimeUnit.SECONDS)).isTrue();
    threads.close(false, Duration.ofSeconds(10));
  }

  @Test
  void claimThreads_manySlowClaims_shareTheThreads() throws Exception {
    ClaimThreads threads = new ClaimThreads();
    Context context = new Context(
        InstantSource.system(),
        ElapsedClock.system(),
        false,
        threads,
        Duration.ofSeconds(30),
        SplittableRandom::new);
    AtomicInteger now = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    List<Thread> callers = new ArrayList<>();
    CountDownLatch full = new CountDownLatch(ClaimThreads.MAX_THREADS);
    AtomicInteger served = new AtomicInteger();
    for (int i = 0; i < 2 * ClaimThreads.MAX_THREADS; i++) {
      RangeSource slow = request -> {
        most.accumulateAndGet(now.incrementAndGet(), Math::max);
        full.countDown();
        try {
          assertThat(full.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
        now.decrementAndGet();
        return new RangeSource.Claimed(0, 0, 10, -1);
      };
      LocalLine line = new LocalLine("n" + i, IdForm.PLAIN, slow, null, context);
      Thread caller = new Thread(() -> {
        line.next();
        served.incrementAndGet();
      });
      caller.start();
      callers.add(caller);
    }
    for (Thread caller : callers) {
      caller.join();
    }
    assertThat(served).hasValue(2 * ClaimThreads.MAX_THREADS);
    assertThat(most).hasValue(ClaimThreads.MAX_THREADS);
    threads.close(true, Duration.ofSeconds(10));
  }
}
