package io.mintmark.internal.line;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.error.ExhaustedException;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class ClaimTurnsTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(1);

  private final ManualTime time = new ManualTime(Instant.EPOCH);
  /** Each thread makes its claims with a function of its own. */
  private static final ThreadLocal<LongUnaryOperator> MOVE = new ThreadLocal<>();

  private final ClaimQueue queue = new ClaimQueue(
      "orders",
      new LineClaims() {
        @Override
        public boolean inTurn() {
          return true;
        }

        @Override
        public long claim(long count, long deadline) {
          return MOVE.get().applyAsLong(count);
        }
      },
      new Context(
          time.wall(), time.elapsed(), false, Runnable::run, TIMEOUT, SplittableRandom::new));
  private final BlockingQueue<String> events = new LinkedBlockingQueue<>();

  /** The line's position. */
  private final AtomicLong line = new AtomicLong();

  private long claim(long count, LongUnaryOperator move) {
    MOVE.set(move);
    return queue.claim(count);
  }

  /** Starts a thread that claims, and records what it got or why it failed. */
  private Thread started(String name, long count, LongUnaryOperator move) {
    Thread thread = new Thread(
        () -> {
          try {
            events.add(name + ": " + claim(count, move));
          } catch (MintmarkException e) {
            events.add(name + ": " + e.getMessage());
          }
        },
        name);
    thread.start();
    return thread;
  }

  /** Starts a thread that claims behind others, and returns when the thread waits. */
  private Thread waiting(String name, long count) {
    Thread thread = started(name, count, this::move);
    awaitWaiting(thread);
    return thread;
  }

  private static void awaitWaiting(Thread thread) {
    while (thread.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
  }

  private long move(long count) {
    events.add("moved by " + count);
    return line.getAndAdd(count);
  }

  /** A thread that has the turn until the test releases it. */
  private final class Holder {
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    Holder(String name) throws InterruptedException {
      Thread unused = started(name, 1, this::move);
      begun.await();
    }

    private long move(long count) {
      begun.countDown();
      try {
        released.await();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
      return ClaimTurnsTest.this.move(count);
    }

    void release() {
      released.countDown();
    }
  }

  private String event() throws InterruptedException {
    return String.valueOf(events.poll(30, TimeUnit.SECONDS));
  }

  private List<String> events(int count) throws InterruptedException {
    List<String> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(event());
    }
    return all;
  }

  @Test
  void claim_severalWait_nextClaimServesAllInOrder() throws InterruptedException {
    Holder first = new Holder("first");
    for (int i = 1; i <= 5; i++) {
      waiting("of " + i, i);
    }
    assertThat(events).isEmpty();

    first.release();

    assertThat(events(8))
        .containsExactlyInAnyOrder(
            "moved by 1",
            "first: 0",
            "moved by 15",
            "of 1: 1",
            "of 2: 2",
            "of 3: 4",
            "of 4: 7",
            "of 5: 11");
    assertThat(line).hasValue(16);
  }

  @Test
  void claim_aboveTheSharedMaximum_claimsAlone() throws InterruptedException {
    Holder first = new Holder("first");
    waiting("much", 1 << 20);
    waiting("one more", 1);

    first.release();

    assertThat(events(6))
        .containsExactlyInAnyOrder(
            "moved by 1",
            "first: 0",
            "moved by " + (1 << 20),
            "much: 1",
            "moved by 1",
            "one more: " + ((1 << 20) + 1));
  }

  @Test
  void claim_sharedClaimExceedsRest_eachClaimsAlone() throws InterruptedException {
    Holder first = new Holder("first");
    LongUnaryOperator atMostTwo = count -> {
      if (count > 2) {
        throw new ExhaustedException("no " + count);
      }
      return line.getAndAdd(count);
    };
    for (int count = 2; count <= 4; count++) {
      Thread thread = started("of " + count, count, atMostTwo);
      awaitWaiting(thread);
    }

    first.release();

    assertThat(events(5))
        .containsExactlyInAnyOrder("moved by 1", "first: 0", "of 2: 1", "of 3: no 3", "of 4: no 4");
    assertThat(line).hasValue(3);
  }

  @Test
  void claim_sharedClaimExceedsRest_retriesForItselfOnly() throws InterruptedException {
    Holder first = new Holder("first");
    Thread second = started("second", 1, count -> {
      events.add("tried " + count);
      throw new ExhaustedException("no " + count);
    });
    awaitWaiting(second);
    waiting("third", 2);

    first.release();

    assertThat(events(7))
        .containsExactlyInAnyOrder(
            "moved by 1",
            "first: 0",
            "tried 3",
            "tried 1",
            "second: no 1",
            "moved by 2",
            "third: 1");
  }

  @Test
  void claim_storeFails_throwsToTheClaimerOnly() throws InterruptedException {
    Holder first = new Holder("first");
    Thread fails = started("fails", 1, count -> {
      throw new StoreUnavailableException("gone for " + count);
    });
    awaitWaiting(fails);
    waiting("goes on", 1);

    first.release();

    assertThat(events(5))
        .containsExactlyInAnyOrder(
            "moved by 1", "first: 0", "fails: gone for 2", "moved by 1", "goes on: 1");
  }

  @Test
  void claim_servedCallTimedOut_burnsItsPart() throws InterruptedException {
    Holder first = new Holder("first");
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch released = new CountDownLatch(1);
    Thread second = started("second", 1, count -> {
      begun.countDown();
      try {
        released.await();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
      return move(count);
    });
    awaitWaiting(second);
    Thread leaves = waiting("leaves", 10);
    waiting("stays", 100);
    first.release();
    begun.await();

    leaves.interrupt();
    leaves.join();
    waiting("comes later", 1);
    released.countDown();

    assertThat(events(8))
        .containsExactlyInAnyOrder(
            "moved by 1",
            "first: 0",
            "leaves: interrupted while waiting: generator=orders; no id issued",
            "moved by 111",
            "second: 1",
            "stays: 12",
            "moved by 1",
            "comes later: 112");
  }

  @Test
  void claim_deadlinePassesOnTheInjectedClock_leavesTheQueue() throws InterruptedException {
    Holder first = new Holder("first");
    waiting("late", 1);
    time.advance(TIMEOUT.dividedBy(2));
    waiting("next", 1);

    time.advance(TIMEOUT.dividedBy(2));

    assertThat(event())
        .isEqualTo("late: no claim succeeded in time: claimTimeoutMs=1000, generator=orders; no id"
            + " issued");
    first.release();
    assertThat(events(4))
        .containsExactlyInAnyOrder("moved by 1", "first: 0", "moved by 1", "next: 1");
  }

  @Test
  void claim_interrupted_leavesTheQueueAndKeepsTheFlag() throws InterruptedException {
    Holder first = new Holder("first");
    Thread interrupted = waiting("interrupted", 1);
    waiting("next", 1);

    interrupted.interrupt();

    assertThat(event()).startsWith("interrupted: interrupted while waiting: generator=orders");
    first.release();
    assertThat(events(4))
        .containsExactlyInAnyOrder("moved by 1", "first: 0", "moved by 1", "next: 1");
  }

  @Test
  void claim_manyThreads_oneAtATimeWithoutRepeats() throws InterruptedException {
    int threads = 4;
    int rounds = 5_000;
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger together = new AtomicInteger();
    Set<Long> seen = ConcurrentHashMap.newKeySet();
    List<Thread> all = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int count = 1 + i % 2;
      Thread thread = new Thread(() -> {
        for (int round = 0; round < rounds; round++) {
          long start = claim(count, sum -> {
            together.accumulateAndGet(inside.incrementAndGet(), Math::max);
            long from = line.getAndAdd(sum);
            inside.decrementAndGet();
            return from;
          });
          for (long position = start; position < start + count; position++) {
            if (!seen.add(position)) {
              throw new AssertionError("twice: " + position);
            }
          }
        }
      });
      thread.start();
      all.add(thread);
    }
    for (Thread thread : all) {
      thread.join();
    }
    assertThat(together).hasValue(1);
    assertThat(seen).hasSize(6 * rounds);
    assertThat(line).hasValue(6L * rounds);
  }

  /**
   * Each round, the stack overflows at a different place. A thread that kept its turn or its place
   * in the queue would block all others.
   */
  @Test
  void claim_stackOverflow_releasesTheTurn() throws InterruptedException {
    for (int round = 0; round < 20; round++) {
      Thread small = new Thread(null, this::overflow, "small", 160 << 10);
      small.start();
      small.join();
      long unused = claim(1, line::getAndAdd);
    }
  }

  private void overflow() {
    try {
      long unused = claimAndGoDeeper();
    } catch (StackOverflowError e) {
      // This overflow is intended.
    }
  }

  @SuppressWarnings("InfiniteRecursion") // The recursion ends when the stack overflows.
  private long claimAndGoDeeper() {
    return claim(1, line::getAndAdd) + claimAndGoDeeper();
  }
}
