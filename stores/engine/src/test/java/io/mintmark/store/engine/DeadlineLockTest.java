package io.mintmark.store.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.testkit.ManualTime;
import io.mintmark.testkit.Race;
import io.mintmark.time.ElapsedClock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class DeadlineLockTest {

  private static final Duration LONG = Duration.ofSeconds(60);
  private static final int MAX_DEPTH = 1_000_000;

  private final DeadlineLock lock = new DeadlineLock();

  @Test
  void acquire_held_isOverInTimeByTheDeadlinesClock() {
    ManualTime time = new ManualTime(Instant.EPOCH);
    assertThat(lock.acquire(Deadline.in(LONG, ElapsedClock.system()))).isTrue();

    assertThat(lock.acquire(Deadline.in(Duration.ofHours(1), time.elapsed()))).isFalse();

    assertThat(time.elapsed().nanos()).isEqualTo(Duration.ofHours(1).toNanos());
  }

  @Test
  void acquire_releasedWhileWaiting_isTaken() {
    ManualTime time = new ManualTime(Instant.EPOCH);
    assertThat(lock.acquire(Deadline.in(LONG, ElapsedClock.system()))).isTrue();
    time.elapsed().callAfter(1_000, lock::release);

    assertThat(lock.acquire(Deadline.in(Duration.ofNanos(2_000), time.elapsed())))
        .isTrue();
  }

  @Test
  void acquire_interruptedThread_getsItAndKeepsItsFlag() {
    Thread.currentThread().interrupt();
    try {
      assertThat(lock.acquire(Deadline.in(LONG, ElapsedClock.system()))).isTrue();
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void acquire_manyThreads_oneHasItAtATimeAndNoneIsForgotten() {
    AtomicInteger holders = new AtomicInteger();
    int[] turns = new int[1];

    Race.run(8, index -> {
      for (int i = 0; i < 2_000; i++) {
        assertThat(lock.acquire(Deadline.in(LONG, ElapsedClock.system()))).isTrue();
        assertThat(holders.incrementAndGet()).isEqualTo(1);
        turns[0]++;
        holders.decrementAndGet();
        lock.release();
      }
      return index;
    });

    assertThat(turns[0]).isEqualTo(16_000);
  }

  @Test
  void acquire_someGiveUpAgainAndAgain_theOthersAreStillWoken() {
    int taken = Race.run(8, index -> {
          int mine = 0;
          Duration patience = index % 2 == 0 ? LONG : Duration.ofNanos(20_000);
          for (int i = 0; i < 2_000; i++) {
            if (lock.acquire(Deadline.in(patience, ElapsedClock.system()))) {
              mine++;
              lock.release();
            } else {
              assertThat(index % 2).isOne();
            }
          }
          return mine;
        })
        .stream()
        .mapToInt(Integer::intValue)
        .sum();

    assertThat(taken).isGreaterThanOrEqualTo(8_000);
  }

  @Test
  @Tag("fault")
  void acquire_callersStackOverflows_theLockIsFreeAfterwards() throws Exception {
    AtomicInteger overflows = new AtomicInteger();
    Thread deep = new Thread(null, () -> lockAtEveryDepth(overflows, MAX_DEPTH), "deep", 512 << 10);
    deep.start();
    deep.join(60_000);

    assertThat(deep.isAlive()).isFalse();
    assertThat(overflows).hasPositiveValue();
    assertThat(lock.acquire(Deadline.in(Duration.ofMillis(1), ElapsedClock.system())))
        .isTrue();
  }

  /** Goes down until the stack is used up, and takes and gives back the lock on the way. */
  private void lockAtEveryDepth(AtomicInteger overflows, int maxDepth) {
    if (maxDepth == 0) {
      return;
    }
    try {
      lockAtEveryDepth(overflows, maxDepth - 1);
    } catch (StackOverflowError e) {
      overflows.incrementAndGet();
    }
    if (lock.acquire(Deadline.in(LONG, ElapsedClock.system()))) {
      lock.release();
    }
  }
}
