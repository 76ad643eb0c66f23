package io.mintmark.store.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ClosedException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.testkit.ManualTime;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The product's group commit on one thread, which has several calls in progress. */
class SteppedGroupCommitTest {

  private static final Duration TIMEOUT = Duration.ofHours(1);
  private static final int MAX_LINES = 3;
  private static final int SEEDS = 1_000;
  private static final int STEPS = 100;

  private final ManualTime time = new ManualTime(Instant.EPOCH);
  private final FakeEngine engine = new FakeEngine();
  private int released;

  private static OpenSettings settings(ManualTime time) {
    StoreContext context = new StoreContext(time.elapsed(), (name, threads, queued) -> {
      throw new AssertionError("a group commit has no threads: " + name);
    });
    return new OpenSettings("test", TIMEOUT, TIMEOUT, false, context);
  }

  private GroupCommit start(BatchEngine used) {
    return new GroupCommit(settings(time), used, MAX_LINES, () -> released++);
  }

  @Test
  void begin_several_areOneBatchWhenAnAnswerIsRequested() {
    GroupCommit commits = start(engine);
    List<LongSupplier> begun = List.of(
        commits.begin("line", 0, 2), commits.begin("other", 7, 1), commits.begin("line", 5, 3));
    assertThat(engine.batches()).isEmpty();

    assertThat(begun.stream().map(LongSupplier::getAsLong)).containsExactly(8L, 7L, 5L);

    assertThat(engine.batches()).containsExactly(List.of("line 5+5", "other 7+1"));
  }

  @Test
  void begin_moreThanABatch_areSeveralBatches() {
    GroupCommit commits = start(engine);
    List<LongSupplier> begun = IntStream.rangeClosed(0, MAX_LINES)
        .mapToObj(i -> commits.begin("line" + i, i, 1))
        .toList();

    assertThat(begun.stream().map(LongSupplier::getAsLong)).containsExactly(0L, 1L, 2L, 3L);

    assertThat(engine.batches()).hasSize(2);
    assertThat(time.elapsed().nanos()).isZero();
  }

  @Test
  void begin_answerNotRequested_isMadeWithTheNextCall() {
    GroupCommit commits = start(engine);
    LongSupplier unused = commits.begin("line", 0, 2);

    assertThat(commits.claim("line", 0, 1)).isEqualTo(2);
    assertThat(engine.batches()).containsExactly(List.of("line 0+3"));
  }

  @Test
  void begin_whileTheEngineWrites_isInTheNextBatch() {
    List<LongSupplier> begun = new ArrayList<>();
    List<GroupCommit> commits = new ArrayList<>();
    commits.add(start((writes, deadline) -> {
      if (begun.isEmpty()) {
        begun.add(commits.get(0).begin("line", 0, 1));
      }
      engine.execute(writes, deadline);
    }));

    assertThat(commits.get(0).claim("line", 0, 1)).isZero();
    assertThat(begun.get(0).getAsLong()).isEqualTo(1);
    assertThat(engine.batches()).containsExactly(List.of("line 0+1"), List.of("line 0+1"));
  }

  @Test
  void claim_engineBusy_failsAtItsDeadlineUnwritten() {
    List<GroupCommit> commits = new ArrayList<>();
    commits.add(start((writes, deadline) -> {
      engine.execute(writes, deadline);
      assertThatThrownBy(() -> commits.get(0).claim("second", 0, 1))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining(
              "timeoutMs=3600000, line=second, waiting=1, store=test; nothing was changed");
    }));

    assertThat(commits.get(0).claim("first", 0, 1)).isZero();

    assertThat(time.elapsed().nanos()).isEqualTo(TIMEOUT.toNanos());
    assertThat(engine.batches()).containsExactly(List.of("first 0+1"));
  }

  /** The deadline of the engine is the caller's, which has begun before. */
  @Test
  void begin_answerRequestedLater_givesTheEngineTheRemainingTime() {
    List<Long> left = new ArrayList<>();
    GroupCommit commits = start((writes, deadline) -> {
      left.add(deadline.leftNanos());
      engine.execute(writes, deadline);
    });
    LongSupplier begun = commits.begin("line", 0, 1);
    time.advance(Duration.ofMinutes(59));
    assertThat(begun.getAsLong()).isZero();
    assertThat(left).containsExactly(Duration.ofMinutes(1).toNanos());

    LongSupplier late = commits.begin("line", 0, 1);
    time.advance(TIMEOUT);
    assertThatThrownBy(late::getAsLong).hasMessageContaining("nothing was changed");
    assertThat(left).hasSize(1);
  }

  /** Such a call is retried alone once, and not again. */
  @Test
  void begin_noAnswerEvenAlone_failsTheCalls() {
    List<Integer> sizes = new ArrayList<>();
    GroupCommit commits = start((writes, deadline) -> {
      sizes.add(writes.get(0).calls.size());
      if (sizes.size() == 1) {
        writes.get(0).refused(Long.MAX_VALUE - 10);
      }
    });
    List<LongSupplier> begun = List.of(commits.begin("line", 0, 10), commits.begin("line", 0, 9));

    assertThat(begun)
        .allSatisfy(
            call -> assertThatThrownBy(call::getAsLong).hasMessageContaining("without an answer"));
    assertThat(sizes).containsExactly(2, 1, 1);
    assertThat(commits.countBatches()).isEqualTo(3);
    assertThat(commits.countBatchedCalls()).isEqualTo(4);
  }

  @Test
  void close_callsWaiting_answersThemAndReleasesTheEngineOnce() {
    GroupCommit commits = start(engine);
    LongSupplier begun = commits.begin("line", 0, 1);

    commits.close();
    commits.close();

    assertThat(engine.batches()).containsExactly(List.of("line 0+1"));
    assertThat(begun.getAsLong()).isZero();
    assertThat(released).isOne();
    assertThat(time.elapsed().nanos()).isZero();
  }

  @Test
  void close_engineBusy_failsAtItsDeadlineAndReleasesLater() {
    List<GroupCommit> commits = new ArrayList<>();
    commits.add(start((writes, deadline) -> {
      engine.execute(writes, deadline);
      assertThatThrownBy(commits.get(0)::close)
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("timeoutMs=3600000, store=test; closing continues");
      assertThat(released).isZero();
    }));

    assertThat(commits.get(0).claim("line", 0, 1)).isZero();

    assertThat(released).isOne();
    commits.get(0).close();
    assertThat(released).isOne();
  }

  @Test
  void anyOrderOfSteps_noPositionRepeatsAndNoCallIsLost() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      new RandomSchedule(seed).play();
    }
  }

  /** Calls that begin and end in random order, and an engine that sometimes fails. */
  private static final class RandomSchedule {

    private final long seed;
    private final Random random;
    private final FakeEngine engine = new FakeEngine();
    private final Map<Call.Claim, LongSupplier> begun = new LinkedHashMap<>();
    private final Set<Call.Claim> abandoned = new HashSet<>();
    private final Map<String, Set<Long>> given = new HashMap<>();
    private final GroupCommit commits;

    RandomSchedule(long seed) {
      this.seed = seed;
      this.random = new Random(seed);
      this.commits = new GroupCommit(
          settings(new ManualTime(Instant.EPOCH)), this::execute, MAX_LINES, () -> {});
    }

    /** Other calls arrive while the engine executes a batch. */
    private void execute(List<Write> writes, Deadline deadline) throws Exception {
      beginSeveral(random.nextInt(3));
      if (random.nextInt(8) == 0) {
        engine.failNext(new IOException("made for this test"));
      }
      engine.execute(writes, deadline);
    }

    void play() {
      for (int i = 0; i < STEPS; i++) {
        switch (random.nextInt(3)) {
          case 0 -> beginSeveral(1 + random.nextInt(4));
          case 1 -> abandonOne();
          default -> answerOne();
        }
      }
      commits.close();
      while (!begun.isEmpty()) {
        answerOne();
      }
    }

    private void beginSeveral(int calls) {
      for (int i = 0; i < calls && !isClosing(); i++) {
        Call.Claim call =
            new Call.Claim("line/" + random.nextInt(5), random.nextInt(50), 1 + random.nextInt(3));
        begun.put(call, commits.begin(call));
      }
    }

    private boolean isClosing() {
      try {
        commits.checkOpen();
        return false;
      } catch (ClosedException e) {
        return true;
      }
    }

    private void abandonOne() {
      oneOf(begun.keySet()).filter(Call::abandon).ifPresent(abandoned::add);
    }

    private void answerOne() {
      oneOf(begun.keySet()).ifPresent(call -> {
        LongSupplier answer = Objects.requireNonNull(begun.remove(call));
        if (abandoned.contains(call)) {
          assertThat(call.isFilled()).as("seed=%d", seed).isFalse();
          return;
        }
        try {
          give(call.line, answer.getAsLong(), call.count);
        } catch (StoreUnavailableException e) {
          assertThat(e).as("seed=%d", seed).hasMessageContaining("made for this test");
        }
      });
    }

    private Optional<Call.Claim> oneOf(Set<Call.Claim> calls) {
      return calls.stream()
          .skip(calls.isEmpty() ? 0 : random.nextInt(calls.size()))
          .findFirst();
    }

    private void give(String line, long start, long count) {
      for (long each = start; each < start + count; each++) {
        assertThat(given.computeIfAbsent(line, name -> new HashSet<>()).add(each))
            .as("seed=%d, line=%s, position=%d", seed, line, each)
            .isTrue();
      }
    }
  }
}
