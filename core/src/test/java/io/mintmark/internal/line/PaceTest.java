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
  void called_afterTheFirstTime_needsAFastMillisecond() {
    Pace pace = new Pace(asked::add, 16, 256);
    call(pace, 16, 7);
    assertThat(asked).hasSize(1);
    pace.turned(0);
    pace.turned(0);
    assertThat(pace.isFast()).isFalse();
    for (int ms = 8; ms < 1_000; ms++) {
      call(pace, 255, ms);
    }
    assertThat(asked).hasSize(1);

    call(pace, 256, 1_000);
    assertThat(asked).hasSize(2);
    assertThat(pace.isFast()).isTrue();
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
