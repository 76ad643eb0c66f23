package io.mintmark.store.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ClosedException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/**
 * The calls that a group commit refuses without a request to the engine. The test runs the loops
 * step by step.
 */
class GroupCommitRefusalsTest {

  private static final String WRITER = "mintmark-writer";
  private static final Duration TIMEOUT = Duration.ofSeconds(1);

  private final ManualTime time = new ManualTime(Instant.EPOCH);
  private final SteppedLoops loops = new SteppedLoops(time);
  private final FakeEngine engine = new FakeEngine();
  private final Commits commits = start(loops.context(time.elapsed()));

  private Commits start(StoreContext context) {
    return new Commits(
        new OpenSettings("test", TIMEOUT, TIMEOUT, false, context), engine, 3, () -> {});
  }

  private void assertRefused(Class<? extends Exception> type, ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(type);
    assertThat(engine.batches()).isEmpty();
    assertThat(commits.waiting()).isZero();
  }

  private final BatchStore store = new BatchStore(
      new OpenSettings(
          "test", TIMEOUT, TIMEOUT, false, new SteppedLoops(time).context(time.elapsed())),
      engine,
      3);

  @Test
  void anyCall_argumentsOutOfRange_throwsWithoutCallingTheEngine() {
    Class<IllegalArgumentException> fault = IllegalArgumentException.class;
    assertRefused(fault, () -> store.claim("line", -1, 1));
    assertRefused(fault, () -> store.claim("line", 0, 0));
    assertRefused(fault, () -> store.beginClaim("line", 0, 0).getAsLong());
    assertRefused(fault, () -> store.compareAndSet("line", 5, 5));
    assertRefused(fault, () -> store.beginCompareAndSet("line", 5, 5).getAsBoolean());
    assertRefused(fault, () -> store.lower("line", 5, 5));
    assertRefused(fault, () -> store.lower("line", 5, 0));
    assertRefused(fault, () -> store.annotate("", "note"));
  }

  @Test
  void lower_expectedPosition_movesTheLineBack() {
    engine.put("line", 10);

    assertThat(store.lower("line", 9, 5)).isFalse();
    assertThat(store.lower("line", 10, 5)).isTrue();
    assertThat(store.claim("line", 0, 1)).isEqualTo(5);
  }

  @Test
  void anyCall_closingBeforeTheWriterStarted_throws() {
    assertThatThrownBy(commits::close).isInstanceOf(StoreUnavailableException.class);

    assertRefused(ClosedException.class, () -> commits.claim("line", 0, 1));
    assertRefused(ClosedException.class, () -> commits.begin("line", 0, 1));
    assertRefused(ClosedException.class, () -> commits.push(new Write.Claim("line", 0, 1)));
    assertThat(loops.step(WRITER)).isTrue();
    assertRefused(ClosedException.class, () -> commits.claim("line", 0, 1));
  }

  @Test
  void begin_closedBeforeItsAnswerIsRead_isAnsweredByTheWriter() {
    SteppedLoops stepped = new SteppedLoops(time);
    Commits closing = start(stepped.context(stepped.clock()));
    LongSupplier begun = closing.begin("line", 0, 2);
    closing.close();

    assertThat(begun.getAsLong()).isZero();
    assertThat(engine.batches()).containsExactly(List.of("line 0+2"));
  }

  @Test
  void start_noThreadForTheWriter_throws() {
    SteppedLoops few = new SteppedLoops(time);
    StoreContext context = few.context(time.elapsed());
    StoreContext.LoopStarter starter = (String name, BooleanSupplier turn) -> {
      throw new OutOfMemoryError("unable to create native thread");
    };

    assertThatThrownBy(() -> start(new StoreContext(context.clock(), starter, context.threads())))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("no thread can be started");
  }
}
