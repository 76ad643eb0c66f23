package io.mintmark.store.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ClosedException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.testkit.ManualTime;
import io.mintmark.testkit.Race;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** In which order calls lead, wait, give up and are answered. */
class GroupCommitOrdersTest extends BatchScene {

  private static final int THREADS = 8;
  private static final int ROUNDS = 300;

  @Test
  void begin_severalAndNoOtherCaller_areOneBatchInTheirThread() {
    List<Thread> used = new ArrayList<>();
    restart(
        (writes, deadline) -> {
          used.add(Thread.currentThread());
          engine.execute(writes, deadline);
        },
        LONG);
    List<LongSupplier> begun = List.of(
        commits.begin("line", 0, 2), commits.begin("other", 7, 1), commits.begin("line", 5, 3));
    assertThat(engine.batches()).isEmpty();

    assertThat(begun.stream().map(LongSupplier::getAsLong)).containsExactly(8L, 7L, 5L);

    assertThat(engine.batches()).containsExactly(List.of("line 5+5", "other 7+1"));
    assertThat(used).containsExactly(Thread.currentThread());
  }

  @Test
  void begin_moreLinesThanABatchHas_areDoneInTwo() {
    List<LongSupplier> begun = IntStream.rangeClosed(0, MAX_LINES)
        .mapToObj(i -> commits.begin("line" + i, i, 1))
        .toList();

    assertThat(begun.stream().map(LongSupplier::getAsLong)).containsExactly(0L, 1L, 2L, 3L);

    assertThat(engine.batches()).hasSize(2);
  }

  @Test
  void begin_answerNotAskedFor_isDoneInTheNextBatch() {
    LongSupplier begun = commits.begin("line", 0, 2);

    assertThat(commits.claim("line", 0, 1)).isEqualTo(2);

    assertThat(engine.batches()).containsExactly(List.of("line 0+3"));
    assertThat(begun.getAsLong()).isZero();
  }

  @Test
  void claim_engineInUse_isOverAtItsDeadlineAndNeverWritten() {
    ManualTime time = new ManualTime(Instant.EPOCH);
    Duration timeout = Duration.ofHours(1);
    List<GroupCommit> nested = new ArrayList<>();
    nested.add(new GroupCommit(
        new OpenSettings("test", timeout, timeout, false, withoutThreads(time)),
        (writes, deadline) -> {
          engine.execute(writes, deadline);
          if (writes.get(0).line().equals("first")) {
            assertThatThrownBy(() -> nested.get(0).claim("second", 0, 1))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining(
                    "timeoutMs=3600000, line=second, waiting=1, store=test; nothing was changed");
          }
        },
        MAX_LINES,
        () -> {}));

    assertThat(nested.get(0).claim("first", 0, 1)).isZero();

    assertThat(time.elapsed().nanos()).isEqualTo(timeout.toNanos());
    assertThat(nested.get(0).claim("third", 0, 1)).isZero();
    assertThat(engine.batches()).containsExactly(List.of("first 0+1"), List.of("third 0+1"));
  }

  @Test
  void claim_severalWait_theNextOneLeadsBeforeTheOthersAreWoken() throws Exception {
    List<CompletableFuture<Long>> others = new ArrayList<>();
    behindAHeldBatch(gate -> {
      for (int i = 0; i < 4; i++) {
        others.add(waiting(() -> commits.claim("line", 0, 1)));
      }
      gate.release(100);
    });

    assertThat(starts(others)).containsExactlyInAnyOrder(0L, 1L, 2L, 3L);
    assertThat(engine.batches()).containsExactly(List.of("first 0+1"), List.of("line 0+4"));
  }

  /** Threads that wait would sleep until their deadline of a minute if a wake-up was lost. */
  @Test
  void calls_inAnyOrder_noPositionGoesToTwoAndNoCallIsForgotten() {
    long seed = new Random().nextLong();
    AtomicInteger batches = new AtomicInteger();
    restart(
        (writes, deadline) -> {
          if (new Random(seed + batches.incrementAndGet()).nextInt(8) == 0) {
            engine.failNext(new IOException("made for this test"));
          }
          engine.execute(writes, deadline);
        },
        LONG);
    List<List<String>> given = Race.run(THREADS, index -> calls(new Random(seed + index)));
    Set<String> all = new HashSet<>();
    given.forEach(mine -> mine.forEach(position ->
        assertThat(all.add(position)).as("seed=%d, %s", seed, position).isTrue()));
    assertThat(all).hasSizeGreaterThan(THREADS * ROUNDS / 2);
  }

  /** Makes calls, and returns the positions that they got. */
  private List<String> calls(Random random) {
    List<String> positions = new ArrayList<>();
    for (int i = 0; i < ROUNDS; i++) {
      String line = "line/" + random.nextInt(5);
      switch (random.nextInt(4)) {
        case 0 -> {
          LongSupplier first = commits.begin(line, random.nextInt(50), 1);
          LongSupplier second = commits.begin(line, 0, 2);
          LongSupplier unused = commits.begin(line, 0, 1);
          add(positions, line, second, 2);
          add(positions, line, first, 1);
        }
        case 1 -> {
          Thread.currentThread().interrupt();
          add(positions, line, () -> commits.claim(line, 0, 1), 1);
          assertThat(Thread.interrupted()).isTrue();
        }
        default -> add(positions, line, () -> commits.claim(line, 0, 3), 3);
      }
    }
    return positions;
  }

  private static void add(List<String> positions, String line, LongSupplier call, int count) {
    try {
      long start = call.getAsLong();
      for (long each = start; each < start + count; each++) {
        positions.add(line + " " + each);
      }
    } catch (StoreUnavailableException e) {
      assertThat(e).hasMessageContaining("made for this test");
    }
  }

  @Test
  void close_leaderInTheEngine_givesTheEngineBackAfterIt() throws Exception {
    Semaphore gate = hold();
    CompletableFuture<Long> leader = inBackground(() -> commits.claim("line", 0, 1));
    engine.atGate.await();
    LongSupplier begun = commits.begin("line", 0, 1);
    CompletableFuture<Void> closing = CompletableFuture.runAsync(commits::close);
    spinUntil(() -> isClosing());
    assertThat(released.getCount()).isOne();
    gate.release(2);

    closing.get(60, TimeUnit.SECONDS);
    assertThat(released.getCount()).isZero();
    assertThat(leader.get(60, TimeUnit.SECONDS)).isZero();
    assertThat(begun.getAsLong()).isOne();
  }

  private boolean isClosing() {
    try {
      commits.checkOpen();
      return false;
    } catch (ClosedException e) {
      return true;
    }
  }
}
