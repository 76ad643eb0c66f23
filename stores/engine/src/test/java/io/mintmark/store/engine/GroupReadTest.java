package io.mintmark.store.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.store.LinePositions;
import io.mintmark.time.ElapsedClock;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How readings of many threads are shared, and what happens when one of them fails. */
class GroupReadTest {

  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Instant NOW = Instant.EPOCH;

  private final List<List<String>> readings = new CopyOnWriteArrayList<>();
  private final CountDownLatch firstReads = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final GroupRead group = new GroupRead(this::read);

  @AfterEach
  void end() {
    threads.shutdownNow();
  }

  /** Each line stands at its name's length; the first reading waits. */
  private LinePositions read(List<String> lines, Deadline deadline) throws Exception {
    readings.add(lines);
    if (lines.contains("first")) {
      firstReads.countDown();
      goOn.await();
    }
    if (lines.contains("bad")) {
      throw new IOException("a line cannot be read");
    }
    return new LinePositions(
        lines.stream().map(line -> (long) line.length()).toList(), Optional.of(NOW));
  }

  private CompletableFuture<List<Long>> reading(Duration timeout, String... lines) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            Deadline deadline = Deadline.in(timeout, ElapsedClock.system());
            LinePositions read = group.read(List.of(lines), deadline);
            assertThat(read.now()).contains(NOW);
            return read.next();
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        },
        threads);
  }

  private void awaitWaiting(int count) {
    while (group.waiting() < count) {
      Thread.onSpinWait();
    }
  }

  @Test
  void read_whileAnotherReads_isSharedByAllThatGather() throws Exception {
    CompletableFuture<List<Long>> first = reading(LONG, "first");
    firstReads.await();
    List<CompletableFuture<List<Long>>> others = IntStream.range(0, 50)
        .mapToObj(i -> reading(LONG, "shared", "x".repeat(1 + i % 10)))
        .toList();
    awaitWaiting(50);
    goOn.countDown();

    assertThat(first.get()).containsExactly(5L);
    for (int i = 0; i < 50; i++) {
      assertThat(others.get(i).get()).containsExactly(6L, 1L + i % 10);
    }
    assertThat(readings).hasSize(2);
    assertThat(readings.get(1)).hasSize(11).doesNotHaveDuplicates();
    assertThat(reading(LONG, "alone").get()).containsExactly(5L);
  }

  @Test
  void read_aLineThatCannotBeRead_failsNobodyElse() throws Exception {
    CompletableFuture<List<Long>> first = reading(LONG, "first");
    firstReads.await();
    CompletableFuture<List<Long>> good = reading(LONG, "good");
    awaitWaiting(1);
    CompletableFuture<List<Long>> bad = reading(LONG, "bad");
    awaitWaiting(2);
    CompletableFuture<List<Long>> other = reading(LONG, "other");
    awaitWaiting(3);
    goOn.countDown();

    assertThat(first.get()).containsExactly(5L);
    assertThatThrownBy(bad::get).hasRootCauseMessage("a line cannot be read");
    assertThat(good.get()).containsExactly(4L);
    assertThat(other.get()).containsExactly(5L);
    assertThat(reading(LONG, "alone").get()).containsExactly(5L);
  }

  @Test
  void read_timeIsUpWhileAnotherReads_withdrawsAndIsNotWaitedFor() throws Exception {
    CompletableFuture<List<Long>> first = reading(LONG, "first");
    firstReads.await();
    CompletableFuture<List<Long>> late = reading(Duration.ofMillis(5), "late");
    assertThatThrownBy(late::get).hasRootCauseInstanceOf(TimeoutException.class);
    CompletableFuture<List<Long>> next = reading(LONG, "next");
    awaitWaiting(2);
    goOn.countDown();

    assertThat(first.get()).containsExactly(5L);
    assertThat(next.get()).containsExactly(4L);
    assertThat(reading(LONG, "alone").get()).containsExactly(5L);
  }
}
