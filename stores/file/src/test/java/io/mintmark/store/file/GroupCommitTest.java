package io.mintmark.store.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.ClosedException;
import io.mintmark.ExhaustedException;
import io.mintmark.StoreUnavailableException;
import io.mintmark.testkit.Race;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GroupCommitTest {

  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Duration SHORT = Duration.ofMillis(20);

  private final FakeLedger ledger = new FakeLedger();
  private final CountDownLatch released = new CountDownLatch(1);
  private GroupCommit commits = start(LONG);

  @AfterEach
  void close() {
    Semaphore gate = ledger.gate;
    if (gate != null) {
      gate.release(1_000);
    }
    closeAtLast();
  }

  @Test
  void submit_whileACommitIsUnderWay_sharesTheNextOne() throws Exception {
    Semaphore gate = hold();
    CompletableFuture<Long> first = claimInBackground(1);
    ledger.atGate.await();
    List<CompletableFuture<Long>> others = new ArrayList<>();
    for (int i = 1; i <= 5; i++) {
      others.add(claimInBackground(i));
    }
    awaitWaiting(5);
    assertThat(first).isNotDone();
    gate.release(2);

    assertThat(first.get(60, TimeUnit.SECONDS)).isZero();
    CompletableFuture.allOf(others.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);
    assertThat(ledger.commits()).containsExactly(Map.of("line", 1L), Map.of("line", 16L));
    assertThat(others).extracting(CompletableFuture::join).doesNotHaveDuplicates();
    assertThat(ledger.reads()).isEqualTo(1);
  }

  @Test
  void submit_commitNotDone_answersNobody() throws Exception {
    Semaphore gate = hold();
    CompletableFuture<Long> claim = claimInBackground(1);
    ledger.atGate.await();

    assertThat(claim).isNotDone();
    gate.release();
    assertThat(claim.get(60, TimeUnit.SECONDS)).isZero();
  }

  @Test
  void submit_commitFails_tellsItsCallersAndReadsAnew() {
    assertThat(claim(10)).isZero();
    ledger.failNext(new SQLException("disk I/O error"));

    assertThatThrownBy(() -> claim(10))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("reason=disk I/O error, line=line, store=test")
        .hasMessageContaining("may be burned")
        .hasCauseInstanceOf(SQLException.class);
    assertThat(claim(10)).isEqualTo(10);
    assertThat(ledger.reads()).isEqualTo(2);
  }

  @Test
  void submit_commitFailsAfterAll_burnsTheRange() {
    claim(10);
    ledger.failNext(new SQLException("reply lost"));
    assertThatThrownBy(() -> claim(10)).isInstanceOf(StoreUnavailableException.class);
    ledger.put("line", 20);

    assertThat(claim(10)).isEqualTo(20);
  }

  @Test
  void submit_ledgerThrowsAnError_theWriterLivesOn() {
    for (int i = 0; i < 3; i++) {
      ledger.failNext(new OutOfMemoryError("made for this test"));
      assertThatThrownBy(() -> claim(1))
          .isInstanceOf(StoreUnavailableException.class)
          .hasCauseInstanceOf(OutOfMemoryError.class);
    }
    assertThat(claim(1)).isZero();
  }

  @Test
  void submit_oneCallOfABatchIsExhausted_theOthersAreAnswered() {
    long end = Long.MAX_VALUE - 19;
    commits.submit(new Call.CompareAndSet("line", 0, end));

    List<Boolean> claimed = Race.run(20, index -> {
      try {
        claim(1);
        return true;
      } catch (ExhaustedException e) {
        return false;
      }
    });

    assertThat(claimed).filteredOn(each -> each).hasSize(19);
    assertThat(commits.submit(new Call.Claim("other", 0, 1))).isZero();
  }

  @Test
  void submit_diskHangsInAnotherCall_givesUpInTimeAndBurnsNothing() throws Exception {
    restart(SHORT);
    Semaphore gate = hold();
    commits.push(new Call.Claim("line", 0, 1));
    ledger.atGate.await();

    assertThatThrownBy(() -> claim(1_000))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining(
            "timeoutMs=20, line=line, waiting=1, store=test; nothing was changed");
    gate.release(1_000);
    closeAtLast();

    assertThat(ledger.commits()).containsExactly(Map.of("line", 1L));
  }

  @Test
  void submit_diskHangsInThisCall_givesUpInTimeAndSaysItMayBeBurned() {
    restart(Duration.ofSeconds(1));
    hold();

    assertThatThrownBy(() -> claim(1))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining(
            "timeoutMs=1000, line=line, waiting=0, store=test; what was asked may");
  }

  @Test
  void submit_interrupted_isAnsweredAndKeepsTheFlag() {
    Thread.currentThread().interrupt();
    assertThat(claim(1)).isZero();
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void submit_tooManyWait_isRefused() throws Exception {
    hold();
    CompletableFuture<Long> first = claimInBackground(1);
    ledger.atGate.await();
    for (int i = 0; i < GroupCommit.MAX_WAITING; i++) {
      commits.push(new Call.Claim("line", 0, 1));
    }

    assertThatThrownBy(() -> claim(1))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("waiting=65536")
        .hasMessageContaining("nothing was changed");
    assertThat(first).isNotDone();
  }

  @Test
  void close_callsWaiting_areAnsweredFirst() throws Exception {
    Semaphore gate = hold();
    CompletableFuture<Long> first = claimInBackground(1);
    ledger.atGate.await();
    CompletableFuture<Long> second = claimInBackground(1);
    awaitWaiting(1);
    CompletableFuture<Void> closing = CompletableFuture.runAsync(commits::close);
    gate.release(2);

    closing.get(60, TimeUnit.SECONDS);
    assertThat(first.join() + second.join()).isEqualTo(1);
    assertThat(released.getCount()).isZero();
    assertThatThrownBy(() -> claim(1))
        .isInstanceOf(ClosedException.class)
        .hasMessageContaining("store=test");
  }

  @Test
  void close_diskHangs_givesUpInTimeAndReleasesLater() throws Exception {
    closeAtLast();
    CountDownLatch later = new CountDownLatch(1);
    commits = new GroupCommit("store=test", ledger, SHORT, later::countDown);
    Semaphore gate = hold();
    commits.push(new Call.Claim("line", 0, 1));
    ledger.atGate.await();

    assertThatThrownBy(commits::close)
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("goes on closing");
    assertThat(later.getCount()).isEqualTo(1);
    gate.release(1_000);
    assertThat(later.await(60, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void batch_moreLinesThanItCaches_readsOldOnesAgain() throws SQLException {
    Batch batch = new Batch(ledger);
    int lines = Batch.MAX_CACHED_LINES + 1;
    for (int i = 0; i < lines; i++) {
      batch.move(batch.position("line/" + i), i + 1);
      if (i % GroupCommit.MAX_WAITING == 0) {
        batch.commit();
      }
    }
    batch.commit();
    assertThat(ledger.reads()).isEqualTo(lines);

    assertThat(batch.position("line/" + (lines - 1)).next).isEqualTo(lines);
    assertThat(ledger.reads()).isEqualTo(lines);
    assertThat(batch.position("line/0").next).isEqualTo(1);
    assertThat(ledger.reads()).isEqualTo(lines + 1);
  }

  private void restart(Duration timeout) {
    closeAtLast();
    commits = start(timeout);
  }

  /** A short timeout may not be enough on a busy machine; closing may be asked for again. */
  private void closeAtLast() {
    long deadline = System.nanoTime() + LONG.toNanos();
    while (true) {
      try {
        commits.close();
        return;
      } catch (StoreUnavailableException e) {
        assertThat(System.nanoTime()).as(e.getMessage()).isLessThan(deadline);
      }
    }
  }

  private GroupCommit start(Duration timeout) {
    return new GroupCommit("store=test", ledger, timeout, released::countDown);
  }

  private Semaphore hold() {
    Semaphore gate = new Semaphore(0);
    ledger.gate = gate;
    return gate;
  }

  private long claim(long count) {
    return commits.submit(new Call.Claim("line", 0, count));
  }

  private CompletableFuture<Long> claimInBackground(long count) {
    CompletableFuture<Long> answer = new CompletableFuture<>();
    new Thread(() -> {
          try {
            answer.complete(claim(count));
          } catch (RuntimeException e) {
            answer.completeExceptionally(e);
          }
        })
        .start();
    return answer;
  }

  /** Spins until so many calls wait for the next commit. */
  private void awaitWaiting(int calls) {
    long deadline = System.nanoTime() + LONG.toNanos();
    while (commits.waiting() != calls) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("waiting=" + commits.waiting() + ", expected " + calls);
      }
      Thread.onSpinWait();
    }
  }
}
