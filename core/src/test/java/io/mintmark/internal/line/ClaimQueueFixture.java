package io.mintmark.internal.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ClockBehindException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** A queue of claims on a line in memory, with a clock that the test moves. */
abstract class ClaimQueueFixture {

  static final Duration TIMEOUT = Duration.ofMillis(400);
  static final int MOST_SHARED = 1 << 20;

  final ManualTime time = new ManualTime(Instant.EPOCH);
  final Queue<Runnable> background = new ArrayDeque<>();
  final Line line = new Line();
  final ClaimQueue queue = queue(background::add);

  ClaimQueueFixture() {
    time.advance(Duration.ofSeconds(7));
  }

  ClaimQueue queue(Executor executor) {
    return new ClaimQueue(
        "orders",
        line,
        new Context(time.wall(), time.elapsed(), false, executor, TIMEOUT, SplittableRandom::new));
  }

  /** A line in memory that records its requests. */
  static final class Line implements LineClaims {

    final MemoryStore store = new MemoryStore();
    final List<Long> counts = new ArrayList<>();
    final List<Long> lasts = new ArrayList<>();
    Runnable whileClaiming = () -> {};
    boolean behind;
    boolean inTurn;
    long waitNanos;
    long left = Long.MAX_VALUE;

    @Override
    public boolean inTurn() {
      return inTurn;
    }

    @Override
    public long claim(long count, long deadline) {
      counts.add(count);
      whileClaiming.run();
      if (count > left) {
        throw new ExhaustedException("fewer are left");
      }
      left -= count;
      return store.claim("line", 0, count);
    }

    @Override
    public long waitNanos(long last, long deadline) {
      lasts.add(last);
      if (behind) {
        throw new ClockBehindException("behind");
      }
      return waitNanos;
    }
  }

  void runClaims() {
    for (Runnable claim = background.poll(); claim != null; claim = background.poll()) {
      claim.run();
    }
  }

  CompletableFuture<Long> ask(long count) {
    return queue.reserveAsync(count, last -> last - count + 1);
  }

  static void assertFailed(CompletableFuture<?> call, Class<? extends Throwable> type) {
    assertThat(call).isCompletedExceptionally();
    assertThatThrownBy(call::join).hasCauseInstanceOf(type);
  }
}
