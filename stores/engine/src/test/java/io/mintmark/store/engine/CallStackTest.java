package io.mintmark.store.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ClosedException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.testkit.Race;
import org.junit.jupiter.api.Test;

class CallStackTest {

  private final CallStack stack = new CallStack("store=test");

  private static Call call() {
    return new Call.Claim("line", 0, 1);
  }

  @Test
  void add_several_areLinkedFromTheNewest() {
    Call first = call();
    Call second = call();
    assertThat(stack.size()).isZero();
    stack.add(first);
    stack.add(second);
    assertThat(stack.size()).isEqualTo(2);

    assertThat(stack.take()).isSameAs(second);
    assertThat(second.older).isSameAs(first);
    assertThat(first.older).isNull();
    assertThat(stack.take()).isNull();
  }

  @Test
  void add_asManyAsMayWait_thenRefusesOneMore() {
    for (int i = 0; i < GroupCommit.MAX_WAITING; i++) {
      stack.add(call());
    }
    assertThat(stack.size()).isEqualTo(GroupCommit.MAX_WAITING);
    assertThatThrownBy(() -> stack.add(call()))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("waiting=65536, store=test; nothing was changed");
    assertThat(stack.size()).isEqualTo(GroupCommit.MAX_WAITING);
  }

  @Test
  void add_closed_isRefused() {
    Call last = call();
    stack.add(last);
    assertThat(stack.takeLast()).isSameAs(last);
    assertThatThrownBy(() -> stack.add(call()))
        .isInstanceOf(ClosedException.class)
        .hasMessage("the store is closed: store=test");
  }

  @Test
  void nextLeader_severalAreAskedFor_isTheCallerOfTheNewest() {
    assertThat(stack.nextLeader()).isNull();
    Call asked = call();
    Call abandoned = call();
    stack.add(asked);
    stack.add(abandoned);
    stack.add(call());
    assertThat(stack.nextLeader()).isNull();
    asked.ask();
    Call others = Race.run(1, thread -> call()).get(0);
    others.ask();
    abandoned.ask();
    assertThat(abandoned.abandon()).isTrue();
    assertThat(stack.nextLeader()).isSameAs(Thread.currentThread());

    stack.add(others);
    assertThat(stack.nextLeader()).isNotNull().isNotSameAs(Thread.currentThread());
  }
}
