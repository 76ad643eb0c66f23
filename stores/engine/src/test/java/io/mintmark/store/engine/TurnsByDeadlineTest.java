package io.mintmark.store.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.time.ElapsedClock;
import io.mintmark.store.engine.TurnQueue.Turn;
import io.mintmark.testkit.ManualTime;
import io.mintmark.testkit.Race;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Calls that wait for their turn until a deadline, like the calls on an engine's only connection.
 */
class TurnsByDeadlineTest {

  private static final Duration LONG = Duration.ofSeconds(60);
  private static final int MAX_DEPTH = 1_000_000;

  private final TurnQueue queue = new TurnQueue();

  private Turn take(Deadline deadline) {
    return queue.take(() -> {
      if (!deadline.awaitUnpark()) {
        throw deadline.passed(null);
      }
    });
  }

  @Test
  void take_held_failsInTimeByTheDeadlinesClock() {
    ManualTime time = new ManualTime(Instant.EPOCH);
    Turn unused = take(new Deadline(LONG, ElapsedClock.system()));

    assertThatThrownBy(() -> take(new Deadline(Duration.ofHours(1), time.elapsed())))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("timeoutMs=3600000");

    assertThat(time.elapsed().nanos()).isEqualTo(Duration.ofHours(1).toNanos());
  }

  @Test
  void take_releasedWhileWaiting_succeeds() {
    ManualTime time = new ManualTime(Instant.EPOCH);
    Turn first = take(new Deadline(LONG, ElapsedClock.system()));
    time.elapsed().callAfter(1_000, () -> queue.end(first));

    queue.end(take(new Deadline(Duration.ofNanos(2_000), time.elapsed())));

    assertThat(time.elapsed().nanos()).isEqualTo(2_000);
  }

  /** A failed wake-up has this effect: a turn that has ended is ended again. */
  @Test
  void end_twiceWhileAnotherHasTheTurn_changesNothing() {
    ManualTime time = new ManualTime(Instant.EPOCH);
    Turn first = take(new Deadline(LONG, ElapsedClock.system()));
    queue.end(first);
    Turn second = take(new Deadline(LONG, ElapsedClock.system()));

    queue.end(first);

    assertThat(second).isNotSameAs(first);
    assertThatThrownBy(() -> take(new Deadline(Duration.ofHours(1), time.elapsed())))
        .isInstanceOf(StoreUnavailableException.class);
    queue.end(second);
    queue.end(take(new Deadline(LONG, ElapsedClock.system())));
  }

  @Test
  void take_interruptedThread_succeedsAndKeepsTheFlag() {
    Thread.currentThread().interrupt();
    try {
      Turn first = take(new Deadline(LONG, ElapsedClock.system()));
      new Thread(() -> queue.end(first)).start();
      queue.end(take(new Deadline(LONG, ElapsedClock.system())));
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void take_manyThreads_oneAtATimeAndNoneIsLost() {
    AtomicInteger holders = new AtomicInteger();
    int[] turns = new int[1];

    Race.run(8, index -> {
      for (int i = 0; i < 2_000; i++) {
        Turn mine = take(new Deadline(LONG, ElapsedClock.system()));
        assertThat(holders.incrementAndGet()).isEqualTo(1);
        turns[0]++;
        holders.decrementAndGet();
        queue.end(mine);
      }
      return index;
    });

    assertThat(turns[0]).isEqualTo(16_000);
  }

  @Test
  void take_someTimeOutRepeatedly_othersAreStillWoken() {
    int taken = Race.run(8, index -> {
          int mine = 0;
          Duration patience = index % 2 == 0 ? LONG : Duration.ofNanos(20_000);
          for (int i = 0; i < 2_000; i++) {
            try {
              queue.end(take(new Deadline(patience, ElapsedClock.system())));
              mine++;
            } catch (StoreUnavailableException e) {
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
  void take_callersStackOverflows_turnIsReleased() throws Exception {
    AtomicInteger overflows = new AtomicInteger();
    Thread deep = new Thread(null, () -> takeAtEveryDepth(overflows, MAX_DEPTH), "deep", 512 << 10);
    deep.start();
    deep.join(60_000);

    assertThat(deep.isAlive()).isFalse();
    assertThat(overflows).hasPositiveValue();
    queue.end(take(new Deadline(Duration.ofMillis(1), ElapsedClock.system())));
  }

  /** Recurses until the stack is full, and takes and ends turns on the way. */
  private void takeAtEveryDepth(AtomicInteger overflows, int maxDepth) {
    if (maxDepth == 0) {
      return;
    }
    try {
      takeAtEveryDepth(overflows, maxDepth - 1);
    } catch (StackOverflowError e) {
      overflows.incrementAndGet();
    }
    queue.end(take(new Deadline(LONG, ElapsedClock.system())));
  }
}
