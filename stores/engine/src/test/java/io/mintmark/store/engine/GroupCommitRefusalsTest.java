package io.mintmark.store.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ClosedException;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Calls that a group commit refuses without asking the engine. */
class GroupCommitRefusalsTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final FakeEngine engine = new FakeEngine();
  private final GroupCommit commits = new GroupCommit(
      new OpenSettings("test", TIMEOUT, TIMEOUT, false, StoreContext.system()),
      engine,
      3,
      () -> {});

  private void assertRefused(Class<? extends Exception> type, ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(type);
    assertThat(engine.batches()).isEmpty();
    assertThat(commits.waiting()).isZero();
  }

  @Test
  void anyCall_argumentsOutOfRange_isRefusedAndTheEngineAskedNothing() {
    Class<IllegalArgumentException> fault = IllegalArgumentException.class;
    assertRefused(fault, () -> commits.claim("line", -1, 1));
    assertRefused(fault, () -> commits.claim("line", 0, 0));
    assertRefused(fault, () -> commits.begin("line", 0, 0));
    assertRefused(fault, () -> commits.compareAndSet("line", 5, 5));
    assertRefused(fault, () -> commits.lower("line", 5, 5));
    assertRefused(fault, () -> commits.lower("line", 5, 0));
    assertRefused(fault, () -> commits.annotate("", "note"));
  }

  @Test
  void lower_whereTheLineStands_movesItBack() {
    engine.put("line", 10);

    assertThat(commits.lower("line", 9, 5)).isFalse();
    assertThat(commits.lower("line", 10, 5)).isTrue();
    assertThat(commits.claim("line", 0, 1)).isEqualTo(5);
  }

  @Test
  void anyCall_closed_isRefused() {
    commits.close();

    assertRefused(ClosedException.class, () -> commits.claim("line", 0, 1));
    assertRefused(ClosedException.class, () -> commits.begin("line", 0, 1));
  }

  @Test
  void begin_closedBeforeItsAnswerIsAskedFor_isAnswered() {
    LongSupplier begun = commits.begin("line", 0, 2);
    commits.close();

    assertThat(begun.getAsLong()).isZero();
    assertThat(engine.batches()).containsExactly(List.of("line 0+2"));
  }
}
