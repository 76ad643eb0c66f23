package io.mintmark.store.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ClosedException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.testkit.Race;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The path of calls to the engine and back: threads, deadlines, failures, closing. */
class GroupCommitTest extends BatchFixture {

  @Test
  void claim_alone_runsInTheCallersThread() {
    List<Thread> used = new ArrayList<>();
    restart(
        writes -> {
          used.add(Thread.currentThread());
          engine.execute(writes);
        },
        LONG);

    assertThat(commits.claim("line", 5, 2)).isEqualTo(5);

    assertThat(used).containsExactly(Thread.currentThread());
  }

  @Test
  void begin_severalByOneThread_areOneBatchAndEachIsAnswered() throws Exception {
    List<LongSupplier> begun = new ArrayList<>();
    behindAHeldBatch(gate -> {
      begun.add(commits.begin("a", 5, 2));
      begun.add(commits.begin("b", 0, 1));
      begun.add(commits.begin("a", 0, 3));
      engine.put("full", Long.MAX_VALUE);
      begun.add(commits.begin("full", 0, 1));
      gate.release(100);
    });

    assertThat(begun.subList(0, 3).stream().map(LongSupplier::getAsLong))
        .containsExactly(5L, 0L, 7L);
    assertThatThrownBy(begun.get(3)::getAsLong).isInstanceOf(ExhaustedException.class);
    assertThat(engine.batches())
        .containsExactly(List.of("first 0+1"), List.of("a 5+5", "b 0+1", "full 0+1"));
  }

  @Test
  void begin_engineHangs_failsAtTheDeadlineSetAtItsStart() throws Exception {
    restart(engine, SHORT);
    hold();
    commits.push(new Write.Claim("first", 0, 1));
    engine.atGate.await();
    LongSupplier begun = commits.begin("line", 0, 1_000);

    assertThatThrownBy(begun::getAsLong)
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining(
            "timeoutMs=20, line=line, waiting=1, store=test; nothing was changed");
  }

  @Test
  void begin_sameLineTwice_waitsForOneCommitOnly() throws Exception {
    Semaphore gate = new Semaphore(1);
    restart(
        writes -> {
          gate.acquireUninterruptibly();
          engine.execute(writes);
        },
        Duration.ofMillis(200));
    LongSupplier first = commits.all().begin(new Write.CompareAndSet("line", 0, 5, ""));
    LongSupplier second = commits.all().begin(new Write.CompareAndSet("line", 5, 6, ""));

    assertThat(first.getAsLong()).isEqualTo(1);
    assertThatThrownBy(second::getAsLong)
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("waiting=0, store=test; the requested positions may be burned");
    gate.release(100);
    spinUntil(() -> engine.batches().size() == 2);
    assertThat(commits.claim("line", 0, 1)).isEqualTo(6);
  }

  @Test
  void claim_engineThrows_failsTheWholeBatch() throws Exception {
    List<CompletableFuture<Long>> others = new ArrayList<>();
    behindAHeldBatch(gate -> {
      others.add(waiting(() -> commits.claim("line", 0, 1)));
      others.add(waiting(() -> commits.claim("line", 0, 1)));
      others.add(waiting(() -> commits.claim("other", 0, 1)));
      gate.release();
      awaitBatches(1);
      engine.failNext(new IOException("cut off"));
      gate.release();
    });

    for (CompletableFuture<Long> each : others) {
      assertThatThrownBy(() -> each.get(60, TimeUnit.SECONDS))
          .cause()
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("reason=cut off")
          .hasMessageContaining("store=test; the requested positions may be burned")
          .hasCauseInstanceOf(IOException.class);
    }
    engine.gate = null;
    assertThat(commits.claim("line", 0, 1)).isEqualTo(2);
  }

  @Test
  void claim_engineGivesNoAnswer_isBurned() {
    engine.answerNothing();

    assertThatThrownBy(() -> commits.claim("line", 0, 1))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("without an answer");
  }

  @Test
  void claim_engineAnswersBelowTheFloor_isBurned() {
    restart(writes -> writes.get(0).done(5), LONG);

    assertThatThrownBy(() -> commits.claim("line", 5, 1))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("start=4, atLeast=5");
  }

  @Test
  void claim_engineThrowsAnError_writerContinues() throws Exception {
    restart(
        writes -> {
          if (writes.get(0).line().equals("bad")) {
            throw new OutOfMemoryError("made for this test");
          }
          engine.execute(writes);
        },
        LONG);
    List<CompletableFuture<Long>> others = new ArrayList<>();
    behindAHeldBatch(gate -> {
      others.add(waiting(() -> commits.claim("bad", 0, 1)));
      gate.release(100);
    });

    assertThatThrownBy(() -> others.get(0).get(60, TimeUnit.SECONDS))
        .hasRootCauseInstanceOf(OutOfMemoryError.class);
    assertThat(commits.claim("line", 0, 1)).isZero();
  }

  @Test
  void claim_manyThreads_givesEachPositionOnce() {
    List<List<Long>> drawn = Race.run(16, index -> {
      List<Long> mine = new ArrayList<>();
      for (int i = 0; i < 500; i++) {
        mine.add(commits.claim("line/" + i % 5, 0, 1));
      }
      return mine;
    });

    assertThat(drawn.stream().flatMap(List::stream)).hasSize(8_000);
    for (int line = 0; line < 5; line++) {
      assertThat(commits.claim("line/" + line, 0, 1)).isEqualTo(1_600);
    }
  }

  @Test
  void claim_engineHangsInAnotherCall_failsInTimeAndBurnsNothing() throws Exception {
    restart(engine, SHORT);
    Semaphore gate = hold();
    commits.push(new Write.Claim("first", 0, 1));
    engine.atGate.await();

    assertThatThrownBy(() -> commits.claim("line", 0, 1_000))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining(
            "timeoutMs=20, line=line, waiting=1, store=test; nothing was changed");
    gate.release(1_000);
    closeAtLast();

    assertThat(engine.batches()).containsExactly(List.of("first 0+1"));
  }

  @Test
  @Tag("long")
  void claim_engineHangsInThisCall_failsInTimeAsPossiblyBurned() throws Exception {
    restart(engine, Duration.ofSeconds(2));
    List<CompletableFuture<Long>> others = new ArrayList<>();
    behindAHeldBatch(gate -> {
      others.add(waiting(() -> commits.claim("line", 0, 1)));
      gate.release(1);
    });

    assertThatThrownBy(() -> others.get(0).get(60, TimeUnit.SECONDS))
        .cause()
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("timeoutMs=2000, line=line, waiting=0, store=test; the requested");
  }

  @Test
  void claim_interrupted_isAnsweredAndKeepsTheFlag() {
    Thread.currentThread().interrupt();
    assertThat(commits.claim("line", 0, 1)).isZero();
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void claim_tooManyWaiting_throws() throws Exception {
    hold();
    CompletableFuture<Long> first = inBackground(() -> commits.claim("first", 0, 1));
    engine.atGate.await();
    for (int i = 0; i < GroupCommit.MAX_WAITING; i++) {
      commits.push(new Write.Claim("line", 0, 1));
    }

    assertThatThrownBy(() -> {
          while (true) {
            commits.push(new Write.Claim("line", 0, 1));
          }
        })
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("waiting=65536")
        .hasMessageContaining("nothing was changed");
    assertThat(first).isNotDone();
  }

  @Test
  void close_callsWaiting_areAnsweredFirst() throws Exception {
    Semaphore gate = hold();
    CompletableFuture<Long> first = inBackground(() -> commits.claim("line", 0, 1));
    engine.atGate.await();
    CompletableFuture<Long> second = waiting(() -> commits.claim("line", 0, 1));
    CompletableFuture<Void> closing = CompletableFuture.runAsync(commits::close);
    gate.release(2);

    closing.get(60, TimeUnit.SECONDS);
    assertThat(first.get(60, TimeUnit.SECONDS) + second.get(60, TimeUnit.SECONDS))
        .isEqualTo(1);
    assertThat(released.getCount()).isZero();
    assertThatThrownBy(() -> commits.claim("line", 0, 1))
        .isInstanceOf(ClosedException.class)
        .hasMessageContaining("store=test");
  }

  @Test
  void close_engineHangs_failsInTimeAndReleasesLater() throws Exception {
    closeAtLast();
    CountDownLatch later = new CountDownLatch(1);
    commits = new Commits(settings(SHORT), engine, MAX_LINES, later::countDown);
    Semaphore gate = hold();
    commits.push(new Write.Claim("line", 0, 1));
    engine.atGate.await();

    assertThatThrownBy(commits::close)
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("closing continues");
    assertThat(later.getCount()).isEqualTo(1);
    gate.release(1_000);
    assertThat(later.await(60, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void close_manyThreadsClaiming_eachIsAnsweredOrRefused() {
    List<Long> drawn = Race.run(16, index -> {
      long mine = 0;
      try {
        while (index > 0 || mine < 200) {
          commits.claim("line", 0, 1);
          mine++;
        }
        commits.close();
      } catch (ClosedException e) {
        assertThat(index).isPositive();
      }
      return mine;
    });

    long claimed = engine.batches().stream()
        .flatMap(List::stream)
        .mapToLong(GroupCommitTest::count)
        .sum();
    assertThat(drawn.stream().mapToLong(Long::longValue).sum()).isEqualTo(claimed);
  }

  private static long count(String claim) {
    return Long.parseLong(claim.substring(claim.indexOf('+') + 1));
  }
}
