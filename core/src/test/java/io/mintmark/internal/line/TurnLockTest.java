package io.mintmark.internal.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.TurnQueue.Turn;
import io.mintmark.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class TurnLockTest {

  private static final long LATER = Duration.ofHours(1).toNanos();

  private final ManualTime time = new ManualTime(Instant.EPOCH);
  private final TurnLock lock = new TurnLock(
      "line",
      new Context(
          time.wall(),
          time.elapsed(),
          false,
          Runnable::run,
          Duration.ofSeconds(1),
          SplittableRandom::new));
  private final BlockingQueue<String> events = new LinkedBlockingQueue<>();

  /** Starts a thread that takes the turn, says so, and ends it; returns when it waits. */
  private Thread waiting(String name, long deadline) {
    Thread thread = new Thread(
        () -> {
          try {
            Turn mine = lock.take(deadline);
            events.add(name);
            lock.end(mine);
          } catch (StoreUnavailableException e) {
            events.add(name + ": " + e.getMessage());
          }
        },
        name);
    thread.start();
    while (thread.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    return thread;
  }

  private String event() throws InterruptedException {
    return String.valueOf(events.poll(10, TimeUnit.SECONDS));
  }

  @Test
  void take_severalWait_inTheOrderInWhichTheyCame() throws InterruptedException {
    Turn mine = lock.take(LATER);
    for (int i = 0; i < 5; i++) {
      waiting("thread " + i, LATER);
    }
    assertThat(events).isEmpty();

    lock.end(mine);

    for (int i = 0; i < 5; i++) {
      assertThat(event()).isEqualTo("thread " + i);
    }
    lock.end(lock.take(LATER));
  }

  @Test
  void take_deadlinePassesOnTheContextsClock_givesUpItsPlace() throws InterruptedException {
    Turn mine = lock.take(LATER);
    waiting("late", Duration.ofSeconds(1).toNanos());
    waiting("next", LATER);

    time.advance(Duration.ofSeconds(2));

    assertThat(event())
        .isEqualTo("late: nothing could be claimed in time: claimTimeoutMs=1000, line=line; no id"
            + " issued");
    lock.end(mine);
    assertThat(event()).isEqualTo("next");
  }

  @Test
  void take_interrupted_givesUpItsPlaceAndStaysInterrupted() throws InterruptedException {
    Turn mine = lock.take(LATER);
    Thread interrupted = waiting("interrupted", LATER);
    waiting("next", LATER);

    interrupted.interrupt();

    assertThat(event()).startsWith("interrupted: interrupted while waiting: line=line");
    lock.end(mine);
    assertThat(event()).isEqualTo("next");
  }

  @Test
  void take_byManyThreads_isOneAtATime() throws InterruptedException {
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger turns = new AtomicInteger();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Thread thread = new Thread(() -> {
        for (int round = 0; round < 2_000; round++) {
          Turn mine = lock.take(LATER);
          if (inside.incrementAndGet() == 1) {
            turns.incrementAndGet();
          }
          inside.decrementAndGet();
          lock.end(mine);
        }
      });
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(turns).hasValue(8_000);
  }

  /** Overflows at another place each time; whoever is left behind would keep all others out. */
  @Test
  void take_stackUsedUp_leavesTheTurnToOthers() throws InterruptedException {
    for (int round = 0; round < 20; round++) {
      Thread small = new Thread(null, this::overflow, "small", 160 << 10);
      small.start();
      small.join();
      lock.end(lock.take(LATER));
    }
    assertThatThrownBy(() -> {
          time.advance(Duration.ofSeconds(1));
          lock.checkTime(0);
        })
        .isInstanceOf(StoreUnavailableException.class);
  }

  private void overflow() {
    try {
      takeAndGoDeeper();
    } catch (StackOverflowError e) {
      // Meant to.
    }
  }

  @SuppressWarnings("InfiniteRecursion") // It is meant to end with the stack.
  private int takeAndGoDeeper() {
    Turn mine = lock.take(LATER);
    lock.end(mine);
    return 1 + takeAndGoDeeper();
  }
}
