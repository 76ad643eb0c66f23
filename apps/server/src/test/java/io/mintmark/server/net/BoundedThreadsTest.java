package io.mintmark.server.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BoundedThreadsTest {

  private static final int TASKS = 1_000;
  private static final int BURST = 32;
  private static final Duration IDLE = Duration.ofSeconds(30);

  @Test
  void execute_fewTasksAfterMany_endsIdleThreads() throws InterruptedException {
    BoundedThreads threads = new BoundedThreads(BURST, BURST, Duration.ofMillis(100), Thread::new);
    CountDownLatch begun = new CountDownLatch(BURST);
    CountDownLatch end = new CountDownLatch(1);
    for (int i = 0; i < BURST; i++) {
      threads.execute(() -> {
        begun.countDown();
        awaitQuietly(end);
      });
    }
    begun.await();
    assertThat(threads.threads()).isEqualTo(BURST);
    end.countDown();

    // A pool that gives tasks to its threads in turn would keep all threads during this loop.
    long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (threads.threads() > BURST / 4) {
      assertThat(System.nanoTime() - deadline).isNegative();
      CountDownLatch done = new CountDownLatch(1);
      threads.execute(done::countDown);
      done.await();
      LockSupport.parkNanos(Duration.ofMillis(2).toNanos());
    }
    threads.close();
  }

  @Test
  void execute_manyTasksAtATime_runsAllWithinTheThreadLimit() throws InterruptedException {
    BoundedThreads threads = new BoundedThreads(4, TASKS, IDLE, Thread::new);
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    CountDownLatch done = new CountDownLatch(TASKS);
    for (int i = 0; i < TASKS; i++) {
      threads.execute(() -> {
        most.accumulateAndGet(running.incrementAndGet(), Math::max);
        running.decrementAndGet();
        done.countDown();
      });
    }
    done.await();

    assertThat(most.get()).isBetween(1, 4);
    threads.close();
  }

  @Test
  void execute_allThreadsBusyAndQueueFull_isRejected() throws InterruptedException {
    BoundedThreads threads = new BoundedThreads(1, 1, IDLE, Thread::new);
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    threads.execute(() -> {
      begun.countDown();
      awaitQuietly(end);
    });
    begun.await();
    CountDownLatch queued = new CountDownLatch(1);
    threads.execute(queued::countDown);

    assertThatThrownBy(() -> threads.execute(() -> {}))
        .isInstanceOf(RejectedExecutionException.class);
    end.countDown();
    queued.await();
    threads.close();
    assertThatThrownBy(() -> threads.execute(() -> {}))
        .isInstanceOf(RejectedExecutionException.class);
  }

  @Test
  void execute_taskFails_runsTheNext() throws InterruptedException {
    BoundedThreads threads = new BoundedThreads(1, 10, IDLE, Thread::new);
    CountDownLatch done = new CountDownLatch(1);
    threads.execute(() -> {
      throw new IllegalStateException("as the test requested");
    });
    threads.execute(done::countDown);

    done.await();
    threads.close();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
