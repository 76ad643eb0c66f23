package io.mintmark.store.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ClosedException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.time.ElapsedClock;
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
import java.util.Random;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * The product's group commit on one thread. The test runs its loops step by step and advances its
 * time.
 */
class SteppedGroupCommitTest {

  private static final String WRITER = "mintmark-writer";
  private static final Duration TIMEOUT = Duration.ofHours(1);
  private static final int MAX_LINES = 3;
  private static final int SEEDS = 300;
  private static final int STEPS = 200;

  private final ManualTime time = new ManualTime(Instant.EPOCH);
  private final SteppedLoops loops = new SteppedLoops(time);
  private final FakeEngine engine = new FakeEngine();
  private int released;

  private Commits start(BatchEngine used, ElapsedClock clock) {
    return new Commits(
        new OpenSettings("test", TIMEOUT, TIMEOUT, false, loops.context(clock)),
        used,
        MAX_LINES,
        () -> released++);
  }

  private boolean isAnswered(Write call) {
    return call.await(new Deadline(Duration.ZERO, time.elapsed()));
  }

  @Test
  void push_severalCalls_needOneStepOfTheWriter() {
    Commits commits = start(engine, time.elapsed());
    List<Write> calls = List.of(
        new Write.Claim("line", 0, 2),
        new Write.Claim("other", 7, 1),
        new Write.Claim("line", 5, 3));
    calls.forEach(commits::push);
    assertThat(engine.batches()).isEmpty();

    assertThat(loops.step(WRITER)).isTrue();
    assertThat(engine.batches()).containsExactly(List.of("line 5+5", "other 7+1"));
    assertThat(calls).allMatch(this::isAnswered);
    assertThat(calls.stream().map(call -> call.answer)).containsExactly(8L, 7L, 5L);
    assertThat(loops.step(WRITER)).isFalse();
  }

  @Test
  void begin_severalWithoutOtherCallers_areOneBatchInTheirThread() {
    Commits commits = start(engine, time.elapsed());
    List<LongSupplier> begun = List.of(
        commits.begin("line", 0, 2), commits.begin("other", 7, 1), commits.begin("line", 5, 3));
    assertThat(engine.batches()).isEmpty();

    assertThat(begun.stream().map(LongSupplier::getAsLong)).containsExactly(8L, 7L, 5L);

    assertThat(engine.batches()).containsExactly(List.of("line 5+5", "other 7+1"));
    assertThat(loops.step(WRITER)).isFalse();
  }

  @Test
  void begin_moreThanABatch_areWrittenByTheWriter() {
    Commits commits = start(engine, loops.clock());
    List<LongSupplier> begun = IntStream.rangeClosed(0, MAX_LINES)
        .mapToObj(i -> commits.begin("line" + i, i, 1))
        .toList();

    assertThat(begun.stream().map(LongSupplier::getAsLong)).containsExactly(0L, 1L, 2L, 3L);

    assertThat(engine.batches()).hasSize(2);
    assertThat(time.elapsed().nanos()).isZero();
  }

  @Test
  void push_aboveBegunCalls_wakesTheWriterForAll() {
    Commits commits = start(engine, time.elapsed());
    LongSupplier begun = commits.begin("line", 0, 2);
    assertThat(loops.step(WRITER)).isFalse();

    Write call = new Write.Claim("line", 0, 1);
    commits.push(call);
    LongSupplier later = commits.begin("line", 0, 1);

    assertThat(loops.step(WRITER)).isTrue();
    assertThat(engine.batches()).containsExactly(List.of("line 0+4"));
    assertThat(isAnswered(call)).isTrue();
    assertThat(List.of(begun.getAsLong(), later.getAsLong())).containsExactly(0L, 3L);
  }

  @Test
  void claim_engineBusyAndWriterStopped_failsAtItsDeadlineUnwritten() {
    List<Commits> commits = new ArrayList<>();
    commits.add(start(
        writes -> {
          engine.execute(writes);
          if (writes.get(0).line().equals("first")) {
            assertThatThrownBy(() -> commits.get(0).claim("second", 0, 1))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining(
                    "timeoutMs=3600000, line=second, waiting=1, store=test; nothing was changed");
          }
        },
        time.elapsed()));

    assertThat(commits.get(0).claim("first", 0, 1)).isZero();

    assertThat(time.elapsed().nanos()).isEqualTo(TIMEOUT.toNanos());
    assertThat(loops.step(WRITER)).isTrue();
    assertThat(engine.batches()).containsExactly(List.of("first 0+1"));
  }

  @Test
  void claim_engineBusy_isWrittenByTheWriterAfterwards() {
    List<Write> second = new ArrayList<>();
    List<Commits> commits = new ArrayList<>();
    commits.add(start(
        writes -> {
          engine.execute(writes);
          if (second.isEmpty()) {
            second.add(new Write.Claim("line", 0, 1));
            commits.get(0).push(second.get(0));
            // This thread wakes the writer when it makes the engine free.
            assertThat(loops.step(WRITER)).isFalse();
          }
        },
        time.elapsed()));

    assertThat(commits.get(0).claim("line", 0, 1)).isZero();
    assertThat(isAnswered(second.get(0))).isFalse();

    assertThat(loops.step(WRITER)).isTrue();
    assertThat(isAnswered(second.get(0))).isTrue();
    assertThat(second.get(0).answer).isEqualTo(1);
  }

  @Test
  void close_callsWaiting_answersThemAndReleasesTheEngineOnce() {
    Commits commits = start(engine, loops.clock());
    Write call = new Write.Claim("line", 0, 1);
    commits.push(call);

    commits.close();
    commits.close();

    assertThat(isAnswered(call)).isTrue();
    assertThat(released).isOne();
    assertThat(loops.haveAllEnded()).isTrue();
    assertThat(time.elapsed().nanos()).isZero();
    assertThatThrownBy(() -> commits.claim("line", 0, 1)).isInstanceOf(ClosedException.class);
  }

  @Test
  void close_writerStopped_failsAtItsDeadline() {
    Commits commits = start(engine, time.elapsed());

    assertThatThrownBy(commits::close)
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("timeoutMs=3600000, store=test; closing continues");

    assertThat(released).isZero();
    assertThat(loops.step(WRITER)).isTrue();
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
    private final ManualTime time = new ManualTime(Instant.EPOCH);
    private final SteppedLoops loops = new SteppedLoops(time);
    private final FakeEngine engine = new FakeEngine();
    private final List<Write.Claim> calls = new ArrayList<>();
    private final Set<Write.Claim> abandoned = new HashSet<>();
    private final Map<String, Set<Long>> given = new HashMap<>();
    private final Commits commits;

    RandomSchedule(long seed) {
      this.seed = seed;
      this.random = new Random(seed);
      this.commits = new Commits(
          new OpenSettings("test", TIMEOUT, TIMEOUT, false, loops.context(loops.clock())),
          this::execute,
          MAX_LINES,
          () -> {});
    }

    /** Other calls arrive while the engine executes a batch. */
    private void execute(List<Write> writes) throws Exception {
      int others = random.nextInt(3);
      for (int i = 0; i < others; i++) {
        push();
      }
      if (random.nextInt(8) == 0) {
        engine.failNext(new IOException("made for this test"));
      }
      engine.execute(writes);
    }

    void play() {
      for (int i = 0; i < STEPS; i++) {
        switch (random.nextInt(6)) {
          case 0 -> push();
          case 1 -> loops.step(WRITER);
          case 2 -> abandonOne();
          case 3 -> claimAndWait();
          case 4 -> beginSeveral();
          default -> time.advance(Duration.ofSeconds(1));
        }
      }
      commits.close();
      assertThat(loops.haveAllEnded()).as("seed=%d", seed).isTrue();
      for (Write.Claim call : calls) {
        boolean answered = call.await(new Deadline(Duration.ZERO, time.elapsed()));
        assertThat(answered).as("seed=%d", seed).isNotEqualTo(abandoned.contains(call));
        if (answered && call.failure == null) {
          give(call.line(), call.answer, call.count());
        }
      }
    }

    private Write.Claim made() {
      return new Write.Claim(
          "line/" + random.nextInt(5), random.nextInt(50), 1 + random.nextInt(3));
    }

    private void push() {
      Write.Claim call = made();
      try {
        commits.push(call);
        calls.add(call);
      } catch (ClosedException e) {
        assertThat(loops.step(WRITER)).as("seed=%d", seed).isFalse();
      }
    }

    private void abandonOne() {
      if (!calls.isEmpty()) {
        Write.Claim call = calls.get(random.nextInt(calls.size()));
        if (commits.all().abandon(call)) {
          abandoned.add(call);
        }
      }
    }

    private void claimAndWait() {
      Write.Claim call = made();
      try {
        give(call.line(), commits.claim(call.line(), call.atLeast(), call.count()), call.count());
      } catch (StoreUnavailableException e) {
        assertThat(e).as("seed=%d", seed).hasMessageContaining("made for this test");
      }
    }

    /** Begins claims while other calls arrive, and awaits the replies of some of them. */
    private void beginSeveral() {
      Map<Write.Claim, LongSupplier> begun = new LinkedHashMap<>();
      for (int i = random.nextInt(5); i >= 0; i--) {
        Write.Claim call = made();
        begun.put(call, commits.begin(call.line(), call.atLeast(), call.count()));
        if (random.nextInt(8) == 0) {
          push();
        }
      }
      int asked = random.nextInt(begun.size() + 1);
      begun.entrySet().stream().limit(asked).forEach(each -> {
        Write.Claim call = each.getKey();
        try {
          give(call.line(), each.getValue().getAsLong(), call.count());
        } catch (StoreUnavailableException e) {
          assertThat(e).as("seed=%d", seed).hasMessageContaining("made for this test");
        }
      });
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
