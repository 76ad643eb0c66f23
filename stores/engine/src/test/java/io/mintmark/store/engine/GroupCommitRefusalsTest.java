package io.mintmark.store.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ClosedException;
import io.mintmark.error.StoreUnavailableException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** The calls that a group commit refuses without a request to the engine. */
class GroupCommitRefusalsTest extends BatchFixture {

  private void assertRefused(Class<? extends Exception> type, ThrowingCallable call) {
    int waiting = commits.waiting();
    assertThatThrownBy(call).isInstanceOf(type);
    assertThat(engine.batches()).isEmpty();
    assertThat(commits.waiting()).isEqualTo(waiting);
  }

  @Test
  void anyCall_argumentsOutOfRange_throwsWithoutCallingTheEngine() {
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
  void lower_expectedPosition_movesTheLineBack() {
    engine.put("line", 10);

    assertThat(commits.lower("line", 9, 5)).isFalse();
    assertThat(commits.lower("line", 10, 5)).isTrue();
    assertThat(commits.claim("line", 0, 1)).isEqualTo(5);
  }

  @Test
  void anyCall_whileClosing_throws() throws Exception {
    restart(engine, SHORT);
    holdInBackground();
    assertThatThrownBy(commits::close).isInstanceOf(StoreUnavailableException.class);

    assertRefused(ClosedException.class, () -> commits.claim("line", 0, 1));
    assertRefused(ClosedException.class, () -> commits.begin("line", 0, 1));
    assertRefused(ClosedException.class, commits::checkOpen);
  }

  @Test
  void anyCall_closed_throws() {
    commits.close();
    commits.close();
    assertRefused(ClosedException.class, () -> commits.claim("line", 0, 1));
    assertRefused(ClosedException.class, () -> commits.begin("line", 0, 1));
  }
}
