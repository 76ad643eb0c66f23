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
    assertThat(stack.isEmpty()).isTrue();
    assertThat(stack.size()).isZero();
    assertThat(stack.add(first, false)).isNull();
    assertThat(stack.add(second, false)).isSameAs(first);
    assertThat(stack.isEmpty()).isFalse();
    assertThat(stack.size()).isEqualTo(2);

    assertThat(stack.take()).isSameAs(second);
    assertThat(second.older).isSameAs(first);
    assertThat(first.older).isNull();
    assertThat(stack.take()).isNull();
  }

  @Test
  void add_writerWokenForOne_isWokenForNewerCalls() {
    Call below = call();
    Call woken = call();
    Call above = call();
    stack.add(below, false);
    stack.add(woken, true);
    stack.add(above, false);
    assertThat(below.isWriterWoken).isFalse();
    assertThat(woken.isWriterWoken).isTrue();
    assertThat(above.isWriterWoken).isTrue();
  }

  @Test
  void add_aboveTheMaximum_throws() {
    for (int i = 0; i < GroupCommit.MAX_WAITING; i++) {
      stack.add(call(), false);
    }
    assertThat(stack.size()).isEqualTo(GroupCommit.MAX_WAITING);
    assertThatThrownBy(() -> stack.add(call(), false))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("waiting=65536, store=test; nothing was changed");
    assertThat(stack.size()).isEqualTo(GroupCommit.MAX_WAITING);
  }

  @Test
  void add_closed_isRefused() {
    Call last = call();
    stack.add(last, false);
    assertThat(stack.takeLast()).isSameAs(last);
    assertThatThrownBy(() -> stack.add(call(), false))
        .isInstanceOf(ClosedException.class)
        .hasMessage("the store is closed: store=test");
  }

  @Test
  void ofOnly_callsOfOneThread_areFoundUpToTheMaximum() {
    Thread here = Thread.currentThread();
    assertThat(stack.ofOnly(here, 2)).isNull();
    Call second = call();
    stack.add(call(), false);
    stack.add(second, false);
    assertThat(stack.ofOnly(here, 2)).isSameAs(second);
    assertThat(stack.ofOnly(here, 1)).isNull();
    assertThat(stack.ofOnly(new Thread(() -> {}), 2)).isNull();

    Call others = Race.run(1, thread -> call()).get(0);
    CallStack mixed = new CallStack("store=test");
    mixed.add(others, false);
    mixed.add(call(), false);
    assertThat(mixed.ofOnly(here, 2)).isNull();
  }

  @Test
  void take_notTheNewest_takesNothing() {
    Call first = call();
    Call second = call();
    stack.add(first, false);
    stack.add(second, false);
    assertThat(stack.take(first)).isFalse();
    assertThat(stack.size()).isEqualTo(2);
    assertThat(stack.take(second)).isTrue();
    assertThat(stack.isEmpty()).isTrue();
  }
}
